package io.runledger.simulation;

/** What can go wrong whenever a pod waits for the database. */
enum Mishap {
  /** The request never arrives. */
  REQUEST_LOST,
  /** It is done, and nobody is told. */
  ANSWER_LOST,
  /** The server ends the session. */
  SESSION_ENDED,
  /** The pod is killed before the request arrives. */
  KILLED_BEFORE,
  /** The pod is killed once it is done. */
  KILLED_AFTER,
  /** The pod freezes before the request arrives. */
  FROZEN_BEFORE,
  /** The pod freezes once it is done. */
  FROZEN_AFTER,
  /** All packets between pod and database are lost for a while. */
  CUT_OFF
}

package io.runledger.lab.model;

/** On whom a step depends; what can be relied on to happen, if a pod is to get through alone. */
enum Actor {
  /** The pod whose step it is. */
  POD,
  /** The database's server, by itself: leases end, idle sessions are ended. */
  SERVER,
  /** Faults, and gifts of Redis: they may happen, and may not. */
  LUCK
}

package io.runledger.lab.stage;

/** Which Redis there is. */
public enum Topology {
  /** One server. */
  SINGLE,
  /** A master with two replicas, and three Sentinels. */
  SENTINEL,
  /** Three masters that know nothing of each other. */
  THREE_MASTERS
}

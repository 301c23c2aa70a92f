package io.runledger.run;

/** Where a job's effects go, and so what is promised of them. */
public enum Effects {
  /** To the ledger's database: committed exactly once. */
  LEDGER,
  /** Elsewhere, at least in part: at least once. Hand the fence over to whoever takes them. */
  EXTERNAL
}

package io.runledger.operate;

/** A share of runs that took no longer than a duration. */
public enum Percentile {
  /** Half of the runs. */
  P50("P50", 2),
  /** 99 of 100. */
  P99("P99", 100),
  /** 999 of 1,000. */
  P999("P99.9", 1_000),
  /** 9,999 of 10,000. */
  P9999("P99.99", 10_000);

  private final String label;
  private final long runs;

  Percentile(String label, long runs) {
    this.label = label;
    this.runs = runs;
  }

  /** As it is written. */
  public String label() {
    return label;
  }

  /**
   * How many runs it takes at least. With fewer none can lie above, and the percentile would be the
   * longest run under another name.
   */
  public long runs() {
    return runs;
  }
}

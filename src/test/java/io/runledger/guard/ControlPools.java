package io.runledger.guard;

import javax.sql.DataSource;

/** Pools of the guard's own that a test brings. */
public final class ControlPools {

  private ControlPools() {}

  /** Both of the same data source. */
  public static ControlPool of(DataSource dataSource) {
    return new ControlPool(dataSource, dataSource);
  }
}

package io.runledger.guard;

import java.time.Instant;

/**
 * The time by which dates fall due. It is the database's, so that the clock of a pod decides
 * nothing; a test brings another one as a bean, and moves it by hand. Leases do not ask it: they
 * are the database's own.
 */
@FunctionalInterface
public interface LedgerClock {

  /**
   * The time now.
   *
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  Instant now();
}

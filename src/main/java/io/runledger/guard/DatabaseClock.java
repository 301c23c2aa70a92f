package io.runledger.guard;

import java.time.Instant;
import java.time.OffsetDateTime;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The clock of the ledger's database. */
public final class DatabaseClock implements LedgerClock {

  private final JdbcClient jdbc;

  /**
   * @param control connections that the application's own work cannot take away
   */
  public DatabaseClock(DataSource control) {
    this.jdbc = JdbcClient.create(control);
  }

  @Override
  public Instant now() {
    return jdbc.sql("SELECT clock_timestamp()").query(OffsetDateTime.class).single().toInstant();
  }
}

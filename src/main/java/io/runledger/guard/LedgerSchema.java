package io.runledger.guard;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The schema {@code runledger}: brought up to date by a Flyway of our own, which is no bean, has a
 * history of its own, and reads a folder that no default location covers. The application's Flyway
 * or Liquibase is not concerned.
 */
public final class LedgerSchema {

  /** What is done with the schema at start-up. */
  public enum Mode {
    /** It is created and brought up to date. */
    MIGRATE,
    /** Start-up is refused unless it is up to date; for a database user without DDL rights. */
    VALIDATE,
    /** It is taken as it is. */
    NONE
  }

  private static final Logger log = LoggerFactory.getLogger(LedgerSchema.class);
  private static final String LEDGER = "classpath:io/runledger/schema/ledger";
  private static final String BATCH = "classpath:io/runledger/schema/batch";
  private static final String OURS = "runledger.BATCH_";
  private static final String SPRING_BATCH_DEFAULT = "BATCH_";

  private final DataSource dataSource;
  private final JdbcTemplate jdbc;

  public LedgerSchema(DataSource dataSource) {
    this.dataSource = dataSource;
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /**
   * Where Spring Batch's tables are: where the application has them already, else in our schema.
   *
   * @return the table prefix
   */
  public String batchTablePrefix() {
    Boolean theirs =
        jdbc.queryForObject("SELECT to_regclass('batch_job_instance') IS NOT NULL", Boolean.class);
    return Boolean.TRUE.equals(theirs) ? SPRING_BATCH_DEFAULT : OURS;
  }

  /**
   * Brings the schema to where this version needs it.
   *
   * @param tablePrefix where Spring Batch's tables are
   * @return the ledger's id, made with the schema
   * @throws SchemaRefusedException if the schema is not what this version needs
   */
  public UUID prepare(Mode mode, String tablePrefix) {
    if (mode != Mode.NONE) {
      bringUpToDate(mode, flyway(tablePrefix));
    }
    UUID id = ledgerId(mode);
    refuseToBeSearchedFirst();
    checkFence(mode);
    return id;
  }

  private static void bringUpToDate(Mode mode, Flyway flyway) {
    try {
      if (mode == Mode.MIGRATE) {
        flyway.migrate();
      } else {
        flyway.validate();
      }
    } catch (FlywayException e) {
      if (NestedExceptionUtils.getMostSpecificCause(e) instanceof SQLException) {
        // The database could not do it, or not now; that is no word about the schema.
        throw e;
      }
      throw new SchemaRefusedException(
          """
          The schema 'runledger' is not what this version needs, and runledger.schema.mode is '%s', so \
          no job is guarded and the application does not start. %s: %s"""
              .formatted(
                  mode.name().toLowerCase(Locale.ROOT),
                  mode == Mode.MIGRATE
                      ? "Make the schema what it was, or give it up if it is somebody else's"
                      : "Set it to 'migrate', or start once with 'migrate' as the schema's owner",
                  e.getMessage()),
          e);
    }
  }

  private Flyway flyway(String tablePrefix) {
    List<String> locations = new ArrayList<>(List.of(LEDGER));
    if (tablePrefix.equalsIgnoreCase(OURS)) {
      locations.add(BATCH);
    }
    return Flyway.configure(LedgerSchema.class.getClassLoader())
        .dataSource(dataSource)
        .schemas("runledger")
        .defaultSchema("runledger")
        .locations(locations.toArray(String[]::new))
        // Spring Batch's tables may have been ours, and be the application's now; and a pod of the
        // version before may start once more after a newer one has migrated.
        .ignoreMigrationPatterns("*:missing", "*:future")
        // Waiting pods wait as long as a migration takes.
        .lockRetryCount(-1)
        .load();
  }

  private UUID ledgerId(Mode mode) {
    try {
      UUID id = jdbc.queryForObject("SELECT id FROM runledger.batch_ledger", UUID.class);
      return Objects.requireNonNull(id);
    } catch (DataAccessException e) {
      throw new SchemaRefusedException(
          """
          The schema 'runledger' is not there or not complete, and runledger.schema.mode is '%s', so \
          no job is guarded and the application does not start. Set it to 'migrate', or run the \
          scripts in io/runledger/schema of the starter's jar as the schema's owner."""
              .formatted(mode.name().toLowerCase(Locale.ROOT)),
          e);
    }
  }

  /**
   * PostgreSQL looks for unqualified names in the schema that is called like the user, once there
   * is one. The application's tables, and its Flyway's history, would be looked for in ours from
   * the next start on.
   */
  private void refuseToBeSearchedFirst() {
    String first = jdbc.queryForObject("SELECT current_schema()", String.class);
    if ("runledger".equals(first)) {
      throw new SchemaRefusedException(
          """
          The ledger's data source looks for tables in the schema 'runledger' first (its search path, or \
          a database user of that name), so the application's own tables and migrations would land \
          among the ledger's; the application does not start. Add ?currentSchema=public to its URL, or \
          give the user another name.""");
    }
  }

  /**
   * A restored backup or a failover may leave the sequence behind the fences in use. ALTER SEQUENCE
   * keeps every nextval out until this transaction ends, so the sequence cannot be set back.
   */
  private void checkFence(Mode mode) {
    if (mode == Mode.MIGRATE) {
      jdbc.execute(
          """
          DO $$
          DECLARE highest bigint;
          BEGIN
            ALTER SEQUENCE runledger.batch_fence CACHE 1;
            SELECT greatest((SELECT max(fence) FROM runledger.batch_lock),
                            (SELECT max(fence) FROM runledger.batch_run)) INTO highest;
            IF highest >= (SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END
                             FROM runledger.batch_fence) THEN
              PERFORM setval('runledger.batch_fence', highest);
            END IF;
          END $$
          """);
      return;
    }
    requireNoCache();
    Boolean behind =
        jdbc.queryForObject(
            """
            SELECT CASE WHEN s.is_called THEN s.last_value + 1 ELSE s.last_value END
                   <= coalesce(greatest((SELECT max(fence) FROM runledger.batch_lock),
                                        (SELECT max(fence) FROM runledger.batch_run)), 0)
              FROM runledger.batch_fence s
            """,
            Boolean.class);
    if (Boolean.TRUE.equals(behind)) {
      throw new SchemaRefusedException(
          """
          The sequence runledger.batch_fence is behind a fence in use, so a takeover could get a lower \
          number than the pod it replaces. Raise it above max(fence) of runledger.batch_lock and \
          runledger.batch_run with setval, as the schema's owner, and start again.""");
    }
    log.debug("The fence sequence is ahead of every fence in use.");
  }

  private void requireNoCache() {
    Long cache =
        jdbc.queryForObject(
            "SELECT seqcache FROM pg_sequence WHERE seqrelid = 'runledger.batch_fence'::regclass",
            Long.class);
    if (cache == null || cache != 1) {
      throw new SchemaRefusedException(
          """
          The sequence runledger.batch_fence has a cache of %d, so a later grant could get a lower \
          number than an earlier one, and the application does not start. Run ALTER SEQUENCE \
          runledger.batch_fence CACHE 1 as the schema's owner, and start again."""
              .formatted(cache));
    }
  }
}

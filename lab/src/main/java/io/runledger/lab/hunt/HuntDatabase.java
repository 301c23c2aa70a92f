package io.runledger.lab.hunt;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The database of a hunt, and the hunt's own tables in it. */
final class HuntDatabase implements AutoCloseable {

  /** The first date that falls due. */
  static final LocalDate FIRST = LocalDate.of(2026, 3, 1);

  private static final String TABLES =
      """
      CREATE SCHEMA hunt;
      CREATE FUNCTION hunt.first(job text) RETURNS text LANGUAGE sql IMMUTABLE
        AS $$ SELECT regexp_replace(job, '-v2$', '') $$;
      CREATE TABLE hunt.clock (now timestamptz NOT NULL);
      CREATE TABLE hunt.effect (
        job text NOT NULL, batch_date date NOT NULL, generation bigint NOT NULL, item integer NOT NULL,
        fence bigint NOT NULL, attempt uuid NOT NULL);
      CREATE TABLE hunt.reversal (
        job text NOT NULL, batch_date date NOT NULL, generation bigint NOT NULL, fence bigint NOT NULL);
      CREATE TABLE hunt.run_change (
        job text NOT NULL, batch_date date NOT NULL, generation bigint NOT NULL, status text NOT NULL,
        lock text NOT NULL, fence bigint NOT NULL, attempt uuid NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE TABLE hunt.lease_change (
        lock text NOT NULL, locked_by uuid, locked_until timestamptz NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE INDEX ON hunt.lease_change (lock, at);
      CREATE TABLE hunt.redis_grant (
        attempt uuid PRIMARY KEY, lock text NOT NULL, pod text NOT NULL, told timestamptz NOT NULL,
        last_sign timestamptz NOT NULL, given_back timestamptz, lost boolean NOT NULL DEFAULT false);
      CREATE INDEX ON hunt.redis_grant (lock, told);
      CREATE TABLE hunt.refused_write (attempt uuid PRIMARY KEY, at timestamptz NOT NULL);
      """;

  /** Every change of a ledger row and of a lease is kept, in the transaction that makes it. */
  private static final String WITNESS =
      """
      CREATE FUNCTION hunt.witness() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO hunt.run_change (job, batch_date, generation, status, lock, fence, attempt)
        VALUES (hunt.first(new.job_name), new.batch_date, new.generation, new.status, new.lock_name, new.fence,
                new.attempt_id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER witness AFTER INSERT OR UPDATE OF status, fence, generation ON runledger.batch_run
        FOR EACH ROW EXECUTE FUNCTION hunt.witness();
      CREATE FUNCTION hunt.lease_witness() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO hunt.lease_change (lock, locked_by, locked_until)
        VALUES (new.name, new.locked_by, new.locked_until);
        RETURN NULL;
      END $$;
      CREATE TRIGGER witness AFTER INSERT OR UPDATE ON runledger.batch_lock
        FOR EACH ROW EXECUTE FUNCTION hunt.lease_witness();
      """;

  private final PostgresServer server;
  private final Database database;
  private int nights;

  HuntDatabase() {
    // The order of commits is what the checker goes by.
    server = PostgresServer.start(Map.of("track_commit_timestamp", "on"));
    database = server.newDatabase();
    database.template().execute(TABLES);
    jdbc().sql("INSERT INTO hunt.clock VALUES (?)").param(time(FIRST, 12)).update();
  }

  private static OffsetDateTime time(LocalDate date, int hour) {
    return date.atTime(hour, 0).atOffset(ZoneOffset.UTC);
  }

  /** Once a pod has made the ledger's schema. */
  void watchTheLedger() {
    database.template().execute(WITNESS);
  }

  PostgresServer server() {
    return server;
  }

  Database database() {
    return database;
  }

  JdbcClient jdbc() {
    return database.jdbc();
  }

  /** One date more is due. */
  void nextNight() {
    nights++;
    setClock();
  }

  int nights() {
    return nights;
  }

  /** An hour after the last of the crons. */
  private void setClock() {
    set(time(FIRST.plusDays(nights), 0));
  }

  void clockBack(int hours) {
    set(time(FIRST.plusDays(nights), 0).minusHours(hours));
  }

  /** Sets the clock to where it has to be; the database may be away. */
  void clockRight() {
    setClock();
  }

  private void set(OffsetDateTime now) {
    try {
      jdbc().sql("UPDATE hunt.clock SET now = ?").param(now).update();
    } catch (DataAccessException away) {
      // It is set again when the faults have healed.
    }
  }

  /**
   * Job and date of one such run, chosen by this number.
   *
   * @param jobs by their first names; the one that is found is called as it is called now
   */
  Optional<String> run(String status, List<String> jobs, int which) {
    try {
      List<String> found =
          jdbc()
              .sql(
                  """
                  SELECT job_name || ' ' || batch_date FROM runledger.batch_run
                   WHERE status = ? AND hunt.first(job_name) = ANY (?) ORDER BY job_name, batch_date
                  """)
              .param(status)
              .param(jobs.toArray(String[]::new))
              .query(String.class)
              .list();
      return found.isEmpty() ? Optional.empty() : Optional.of(found.get(which % found.size()));
    } catch (DataAccessException away) {
      return Optional.empty();
    }
  }

  /** All that it knows goes into the history, since it is gone when the hunt is over. */
  void write(History history) {
    for (String table :
        List.of(
            "runledger.batch_run",
            "runledger.batch_attempt",
            "runledger.batch_job",
            "hunt.run_change",
            "hunt.effect",
            "hunt.redis_grant",
            "hunt.lease_change")) {
      jdbc()
          .sql("SELECT to_jsonb(t)::text FROM %s t".formatted(table))
          .query(String.class)
          .list()
          .forEach(row -> history.add("database", History.Type.info, table, row));
    }
  }

  void terminateSessions(int which) {
    try {
      jdbc()
          .sql(
              """
              SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid % 3 = ?
              """)
          .param(which % 3)
          .query(Boolean.class)
          .list();
    } catch (DataAccessException away) {
      // Then there are none.
    }
  }

  @Override
  public void close() {
    server.close();
  }
}

package io.runledger.simulation;

import io.runledger.guard.LedgerSchema;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** A database on which nights are played one after the other. */
final class Lane implements AutoCloseable {

  private final Database database = PostgresServer.shared().newDatabase();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "mover");
            thread.setDaemon(true);
            return thread;
          });
  private final SingleConnectionDataSource own;
  private final JdbcClient jdbc;
  private final Sessions sessions;
  private final Backends backends;
  private ServerClock clock;

  Lane() throws SQLException {
    database.jdbc().sql(ServerClock.SCHEMA).update();
    database
        .jdbc()
        .sql(
            "ALTER DATABASE %s SET search_path = simulation, pg_catalog, public"
                .formatted(database.name()))
        .update();
    own = new SingleConnectionDataSource(database.dataSource().getConnection(), true);
    jdbc = JdbcClient.create(own);
    clock = new ServerClock(new Turns(threads), jdbc, database.name());
    new LedgerSchema(database.dataSource()).prepare(LedgerSchema.Mode.MIGRATE, "runledger.BATCH_");
    jdbc.sql(
            """
            CREATE TABLE simulation.effect (job text, batch_date date, generation bigint, item int,
                                            fence bigint);
            CREATE TABLE simulation.late (job text, batch_date date, item int, fence bigint,
                                          granted bigint);
            CREATE TABLE simulation.change (id bigserial, job text, batch_date date,
                                            generation bigint, status text, message text);
            CREATE FUNCTION simulation.on_commit() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              INSERT INTO simulation.late
              SELECT NEW.job, NEW.batch_date, NEW.item, NEW.fence, max(other.fence)
                FROM runledger.batch_run own
                JOIN runledger.batch_run other ON other.lock_name = own.lock_name
               WHERE own.job_name = NEW.job AND own.batch_date = NEW.batch_date
              HAVING max(other.fence) > NEW.fence;
              RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER on_commit AFTER INSERT ON simulation.effect
              DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION simulation.on_commit();
            CREATE FUNCTION simulation.on_change() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              INSERT INTO simulation.change (job, batch_date, generation, status, message)
              VALUES (NEW.job_name, NEW.batch_date, NEW.generation, NEW.status, NEW.message);
              RETURN NULL;
            END $$;
            CREATE TRIGGER on_insert AFTER INSERT ON runledger.batch_run
              FOR EACH ROW EXECUTE FUNCTION simulation.on_change();
            CREATE TRIGGER on_change AFTER UPDATE ON runledger.batch_run
              FOR EACH ROW WHEN (NEW.status <> OLD.status)
              EXECUTE FUNCTION simulation.on_change();
            """)
        .update();
    sessions = new Sessions(database.dataSource());
    backends = new Backends(database.dataSource());
  }

  ExecutorService threads() {
    return threads;
  }

  JdbcClient jdbc() {
    return jdbc;
  }

  Sessions sessions() {
    return sessions;
  }

  Backends backends() {
    return backends;
  }

  ServerClock clock(Turns turns) {
    clock = new ServerClock(turns, jdbc, database.name());
    return clock;
  }

  /** As it was before the night. */
  void clean() {
    jdbc.sql(
            """
            DELETE FROM simulation.effect; DELETE FROM simulation.late; DELETE FROM simulation.change;
            DELETE FROM runledger.batch_attempt; DELETE FROM runledger.batch_run;
            DELETE FROM runledger.batch_lock; DELETE FROM runledger.batch_job;
            ALTER SEQUENCE runledger.batch_fence RESTART
            """)
        .update();
    try {
      clock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    sessions.close();
    backends.close();
    own.destroy();
    threads.shutdown();
  }
}

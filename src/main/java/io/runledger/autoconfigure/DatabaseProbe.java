package io.runledger.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Asks the ledger whether it answers, without letting whoever asks wait for a database that hangs:
 * a connection's own time limits are longer than a health check may take.
 */
final class DatabaseProbe implements AutoCloseable {

  /**
   * Fails where the ledger could be read and not written, as it would on a standby. With the error
   * of a refused write, so that the pool gives the connection up.
   */
  private static final String WRITABLE =
      """
      DO $$
      BEGIN
        IF current_setting('transaction_read_only')::boolean THEN
          RAISE read_only_sql_transaction USING MESSAGE = 'the server is read-only';
        END IF;
      END $$
      """;

  private final JdbcClient control;
  private final Duration patience;
  // One question at a time: a hung database must not gather threads.
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          0,
          1,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread made = new Thread(task, "runledger-health");
            made.setDaemon(true);
            return made;
          });

  /**
   * @param control the guard's own connections
   * @param patience how long an answer may take
   */
  DatabaseProbe(DataSource control, Duration patience) {
    this.control = JdbcClient.create(control);
    this.patience = patience;
  }

  /** Done when the ledger has answered; failed when it has not in time. */
  CompletableFuture<Void> ask() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    try {
      thread.execute(
          () -> {
            try {
              control.sql(WRITABLE).update();
              control.sql("SELECT id FROM runledger.batch_ledger").query().singleRow();
              answer.complete(null);
            } catch (RuntimeException e) {
              answer.completeExceptionally(e);
            }
          });
    } catch (RejectedExecutionException e) {
      // Without the cause: who reads it wants to know of the database, not of threads.
      answer.completeExceptionally(
          new IllegalStateException("an earlier question has no answer yet"));
    }
    return answer.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}

package io.runledger.autoconfigure;

import io.runledger.schedule.JobPunctuality;
import io.runledger.schedule.Punctuality;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Asks the ledger whether it answers, and whether anything is overdue, without letting whoever asks
 * wait for a database that hangs: a connection's own time limits are longer than a health check may
 * take.
 */
final class LedgerProbe implements AutoCloseable {

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

  /** How old an answer may be that meters are read from. */
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final JdbcClient control;
  private final Punctuality punctuality;
  private volatile List<JobPunctuality> last = List.of();
  private volatile long askedAt = System.nanoTime() - FRESH.toNanos() - 1;
  private final Duration patience;
  // One question at a time, and one that waits: a hung database must not gather threads.
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          0,
          1,
          10,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(1),
          task -> {
            Thread made = new Thread(task, "runledger-health");
            made.setDaemon(true);
            return made;
          });

  /**
   * @param control the guard's own connections
   * @param punctuality tells what is overdue
   * @param patience how long an answer may take
   */
  LedgerProbe(DataSource control, Punctuality punctuality, Duration patience) {
    this.control = JdbcClient.create(control);
    this.punctuality = punctuality;
    this.patience = patience;
  }

  /**
   * What the last answer was; asks anew in the background when that is old. For meters, which are
   * read one by one.
   */
  List<JobPunctuality> last() {
    long now = System.nanoTime();
    if (now - askedAt > FRESH.toNanos()) {
      askedAt = now;
      CompletableFuture<List<JobPunctuality>> unused = ask();
    }
    return last;
  }

  /** Of each job, once the ledger has answered; failed when it has not in time. */
  CompletableFuture<List<JobPunctuality>> ask() {
    CompletableFuture<List<JobPunctuality>> answer = new CompletableFuture<>();
    try {
      thread.execute(
          () -> {
            try {
              control.sql(WRITABLE).update();
              control.sql("SELECT id FROM runledger.batch_ledger").query().singleRow();
              last = punctuality.look();
              answer.complete(last);
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

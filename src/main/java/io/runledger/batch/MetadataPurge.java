package io.runledger.batch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.dao.DataAccessException;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Deletes Spring Batch's metadata of runs that have been COMPLETED for long. The ledger's rows,
 * attempts and audit stay for ever, so a purged date is as completed as before. Metadata of every
 * other run stays, and so does that of jobs that were never guarded.
 *
 * <p>It works in batches, each a short transaction. Whatever ends it half-way, the next purge goes
 * on. Pods do not purge side by side, and no run waits for it.
 */
public final class MetadataPurge {

  private static final Logger log = LoggerFactory.getLogger(MetadataPurge.class);

  /** Job instances in one transaction. */
  private static final int MOST = 1_000;

  /** Longer ago than PostgreSQL's time would be an error; nothing is as old as this. */
  private static final Duration EVER = Duration.ofDays(365_000);

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final MetadataTables tables;
  private final int most;
  private final Duration keep;

  /** A stretch of job instances, by their ids. */
  private record Batch(long last, int deleted) {}

  /**
   * @param control connections that the application's own work cannot take away
   * @param tablePrefix where Spring Batch's tables are
   * @param keep for how long after a run's end its metadata stays; zero keeps it for ever
   * @throws IllegalArgumentException if that is negative
   */
  public MetadataPurge(DataSource control, String tablePrefix, Duration keep) {
    this(control, tablePrefix, keep, MOST);
  }

  MetadataPurge(DataSource control, String tablePrefix, Duration keep, int most) {
    if (keep.isNegative()) {
      throw new IllegalArgumentException(
          """
          runledger.metadata-keep is %s, so Spring Batch's metadata would go before its run has ended; \
          the application does not start. Set it to how long the metadata of completed runs is to \
          stay, like 90d, or to 0 to keep it for ever."""
              .formatted(print(keep)));
    }
    this.jdbc = JdbcClient.create(control);
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(control));
    this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    this.tables = new MetadataTables(jdbc, tablePrefix);
    this.most = most;
    this.keep = keep.compareTo(EVER) > 0 ? EVER : keep;
  }

  /** As it is written in the settings. */
  private static String print(Duration duration) {
    return DurationFormatterUtils.print(duration, DurationFormat.Style.COMPOSITE);
  }

  /** Whether metadata is kept for ever, so that there is nothing to do. */
  public boolean isOff() {
    return keep.isZero();
  }

  /**
   * Deletes what is old enough, unless another pod is at it. A fault is logged, and left to the
   * next purge.
   *
   * @param isLeaving whether to end early, asked before each batch
   * @return how many job instances were deleted
   */
  public int purge(BooleanSupplier isLeaving) {
    int deleted = 0;
    try {
      Optional<Batch> batch = isOff() ? Optional.empty() : Optional.of(new Batch(-1, 0));
      while (batch.isPresent() && !isLeaving.getAsBoolean()) {
        batch = after(batch.get().last());
        deleted += batch.map(Batch::deleted).orElse(0);
      }
    } catch (DataAccessException | TransactionException e) {
      log.atWarn()
          .log(
              "The purge of Spring Batch's metadata was cut short ({}); a later one goes on. No run"
                  + " is touched by it.",
              firstLine(e));
    }
    log.atLevel(deleted > 0 ? Level.INFO : Level.DEBUG)
        .addKeyValue("instances", deleted)
        .log(
            "Purged Spring Batch's metadata of {} job instance(s) of runs completed more than {} ago.",
            deleted,
            print(keep));
    return deleted;
  }

  /** The server adds where it was, which says nothing of why. */
  private static String firstLine(Exception e) {
    String message = DatabaseFault.rootOf(e).getMessage();
    return message == null ? "" : message.lines().findFirst().orElse("");
  }

  /** Empty: that was all, or another pod is at it. */
  private Optional<Batch> after(long last) {
    Optional<Batch> batch =
        transaction.execute(
            status -> {
              bound();
              return isAlone() ? next(last) : Optional.empty();
            });
    return batch == null ? Optional.empty() : batch;
  }

  private Optional<Batch> next(long after) {
    List<MetadataTables.Instance> instances = tables.instances(after, most, keep);
    if (instances.isEmpty()) {
      return Optional.empty();
    }
    List<Long> old = new ArrayList<>();
    instances.stream()
        .filter(MetadataTables.Instance::isOld)
        .forEach(instance -> old.add(instance.id()));
    tables.delete(old);
    return Optional.of(new Batch(instances.get(instances.size() - 1).id(), old.size()));
  }

  /** It gives up before anybody notices that it waits, or is waited for. */
  private void bound() {
    jdbc.sql(
            """
            SELECT set_config('lock_timeout', '500', true),
                   set_config('statement_timeout', '5000', true),
                   set_config('idle_in_transaction_session_timeout', '5000', true)
            """)
        .query(rs -> {});
  }

  /** A key of its own, which no lock name can have. */
  private boolean isAlone() {
    return jdbc.sql("SELECT pg_try_advisory_xact_lock(hashtextextended('runledger purge', 0))")
        .query(Boolean.class)
        .single();
  }
}

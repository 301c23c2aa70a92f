package io.runledger.simulation;

import io.runledger.guard.Guard;
import io.runledger.guard.LiveAttempt;
import io.runledger.run.Attempt;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes some items, each in a chunk of its own under the fence, beginning after those that stand
 * there; stops between two when it shall. What Spring Batch would keep, the items themselves are.
 */
final class ItemsJob implements Job {

  static final int ITEMS = 3;

  private static final Duration SHORTEST_WORK = Duration.ofMillis(20);
  private static final Duration LONGEST_WORK = Duration.ofMillis(900);

  /** A whole run, with what its packets take. */
  static final Duration LONGEST = LONGEST_WORK.multipliedBy(ITEMS).plusSeconds(3);

  private final String name;
  private final Night night;
  private final Host host;
  private final Guard guard;
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  ItemsJob(String name, Night night, Host host, Guard guard, DataSource jobs) {
    this.name = name;
    this.night = night;
    this.host = host;
    this.guard = guard;
    this.jdbc = JdbcClient.create(jobs);
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(jobs));
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public void execute(JobExecution execution) {
    LiveAttempt live =
        guard.live().all().stream()
            .filter(one -> one.attempt().key().job().equals(name))
            .findFirst()
            .orElseThrow();
    try {
      execution.setStatus(work(live) ? BatchStatus.COMPLETED : BatchStatus.STOPPED);
    } catch (RuntimeException e) {
      execution.addFailureException(e);
      execution.setStatus(BatchStatus.FAILED);
    }
  }

  /** False if it stopped before the end. */
  private boolean work(LiveAttempt live) {
    for (int item : open(live.attempt())) {
      night.pause(host, night.chance().between(SHORTEST_WORK, LONGEST_WORK));
      if (live.shallStop()) {
        return false;
      }
      transaction.executeWithoutResult(
          status -> {
            guard.fence().tag(live);
            write(live.attempt(), item);
            guard.fence().require(live);
            guard.fence().progress(live);
          });
    }
    return true;
  }

  private List<Integer> open(Attempt attempt) {
    return jdbc.sql(
            """
            SELECT i FROM generate_series(1, :items) AS i
             WHERE NOT EXISTS (SELECT 1 FROM simulation.effect
                                WHERE job = :job AND batch_date = :date
                                  AND generation = :generation AND item = i)
             ORDER BY i
            """)
        .param("items", ITEMS)
        .param("job", attempt.key().job())
        .param("date", attempt.key().batchDate())
        .param("generation", attempt.generation())
        .query(Integer.class)
        .list();
  }

  private void write(Attempt attempt, int item) {
    jdbc.sql(
            """
            INSERT INTO simulation.effect (job, batch_date, generation, item, fence)
            VALUES (:job, :date, :generation, :item, :fence)
            """)
        .param("job", attempt.key().job())
        .param("date", attempt.key().batchDate())
        .param("generation", attempt.generation())
        .param("item", item)
        .param("fence", attempt.fence())
        .update();
  }
}

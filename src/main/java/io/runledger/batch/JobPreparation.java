package io.runledger.batch;

import io.runledger.guard.Guard;
import io.runledger.guard.JobGuard;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.item.ChunkOrientedStep;
import org.springframework.batch.core.step.item.ChunkOrientedTasklet;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.core.step.tasklet.TaskletStep;
import org.springframework.transaction.ConfigurableTransactionManager;

/**
 * Makes the guarded jobs ready at start-up: refuses what cannot be guarded, wraps tasklets, and has
 * the transactions of their steps tagged.
 */
public final class JobPreparation {

  private final DataSource ledger;
  private final Guard guard;
  private final GuardedJobs jobs;

  public JobPreparation(DataSource ledger, Guard guard, GuardedJobs jobs) {
    this.ledger = ledger;
    this.guard = guard;
    this.jobs = jobs;
  }

  /**
   * Prepares those of the jobs that are guarded.
   *
   * @throws JobsRefusedException naming everything that has to change, in one go
   */
  public void prepare(Collection<Job> all) {
    List<Job> guarded = all.stream().filter(job -> jobs.contains(job.getName())).toList();
    inspect(guarded);
    Set<ConfigurableTransactionManager> managers = new LinkedHashSet<>();
    for (Job job : guarded) {
      for (Step step : Steps.of(job)) {
        if (step instanceof TaskletStep taskletStep) {
          mark(taskletStep);
        }
        if (hasTransactions(step)
            && TransactionInspection.manager(step) instanceof ConfigurableTransactionManager one
            && new TransactionInspection(ledger).isOnTheLedger(one)) {
          managers.add(one);
        }
      }
    }
    SessionTagging tagging = new SessionTagging(guard.fence(), guard.live());
    managers.forEach(manager -> manager.addListener(tagging));
  }

  private void inspect(List<Job> guarded) {
    JobInspection inspection = new JobInspection(ledger);
    List<Refusal> refusals = new ArrayList<>();
    for (Job job : guarded) {
      JobGuard settings = jobs.find(job.getName()).orElseThrow();
      refusals.addAll(inspection.inspect(job, settings));
    }
    if (!refusals.isEmpty()) {
      throw new JobsRefusedException(refusals);
    }
  }

  private static boolean hasTransactions(Step step) {
    return step instanceof TaskletStep || step instanceof ChunkOrientedStep<?, ?>;
  }

  /** A chunk's progress is its mark; other tasklets get one. */
  @SuppressWarnings("removal") // legacy chunk steps are told apart by their tasklet
  private static void mark(TaskletStep step) {
    Tasklet tasklet = step.getTasklet();
    if (!(tasklet instanceof ChunkOrientedTasklet<?>) && !(tasklet instanceof MarkedTasklet)) {
      step.setTasklet(new MarkedTasklet(tasklet));
    }
  }
}

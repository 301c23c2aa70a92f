package io.runledger.batch;

import io.runledger.batch.GuardedJobs.GuardedJob;
import io.runledger.guard.Guard;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.batch.core.job.AbstractJob;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.item.ChunkOrientedStep;
import org.springframework.batch.core.step.item.ChunkOrientedTasklet;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.core.step.tasklet.TaskletStep;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Makes the guarded jobs ready at start-up: refuses what cannot be guarded, wraps tasklets, and has
 * the transactions of their steps tagged.
 */
public final class JobPreparation {

  private final TransactionInspection transactions;
  private final Guard guard;
  private final GuardedJobs jobs;
  private final JobRepository repository;
  private final PlatformTransactionManager ledger;

  /**
   * @param ledger the transactions of the ledger's database, in which runs are undone
   */
  public JobPreparation(
      TransactionInspection transactions,
      Guard guard,
      GuardedJobs jobs,
      JobRepository repository,
      PlatformTransactionManager ledger) {
    this.transactions = transactions;
    this.guard = guard;
    this.jobs = jobs;
    this.repository = repository;
    this.ledger = ledger;
  }

  /**
   * Prepares them; from here on they are guarded.
   *
   * @param undoing how runs of the jobs are undone; none for a job that cannot be reopened
   * @throws JobsRefusedException naming everything that has to change, in one go
   */
  public void prepare(Collection<GuardedJob> guarded, Collection<Reversal> undoing) {
    Map<String, Reversal> reversals = byJob(undoing);
    inspect(guarded);
    Set<ConfigurableTransactionManager> managers = new LinkedHashSet<>();
    if (ledger instanceof ConfigurableTransactionManager taggable) {
      managers.add(taggable);
    }
    for (GuardedJob one : guarded) {
      ((AbstractJob) one.job())
          .registerJobExecutionListener(
              new ReversalFirst(repository, ledger, reversals.get(one.job().getName())));
      for (Step step : Steps.of(one.job())) {
        prepare(step, managers);
      }
    }
    SessionTagging tagging = new SessionTagging(guard.fence(), guard.live());
    managers.forEach(manager -> manager.addListener(tagging));
    Map<String, GuardedJob> byName = new TreeMap<>();
    guarded.forEach(one -> byName.put(one.job().getName(), one));
    jobs.define(byName, reversals.keySet());
  }

  private static Map<String, Reversal> byJob(Collection<Reversal> undoing) {
    Map<String, Reversal> byJob = new TreeMap<>();
    for (Reversal reversal : undoing) {
      if (byJob.put(reversal.job(), reversal) != null) {
        throw new JobsRefusedException(
            List.of(
                new Refusal(
                    "job '" + reversal.job() + "'",
                    "has two Reversal beans, and only one of them can undo its runs.",
                    "Remove one.")));
      }
    }
    return byJob;
  }

  private void prepare(Step step, Set<ConfigurableTransactionManager> managers) {
    if (step instanceof TaskletStep taskletStep) {
      mark(taskletStep);
    }
    if (step instanceof TaskletStep || step instanceof ChunkOrientedStep<?, ?>) {
      Object manager = TransactionInspection.manager(step);
      if (manager instanceof ConfigurableTransactionManager taggable
          && transactions.isOnTheLedger(manager)) {
        managers.add(taggable);
      }
    }
  }

  private void inspect(Collection<GuardedJob> guarded) {
    JobInspection inspection = new JobInspection(transactions);
    List<Refusal> refusals = new ArrayList<>();
    guarded.forEach(one -> refusals.addAll(inspection.inspect(one.job(), one.guard())));
    if (!refusals.isEmpty()) {
      throw new JobsRefusedException(refusals);
    }
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

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

  private final TransactionInspection transactions;
  private final Guard guard;
  private final GuardedJobs jobs;

  public JobPreparation(TransactionInspection transactions, Guard guard, GuardedJobs jobs) {
    this.transactions = transactions;
    this.guard = guard;
    this.jobs = jobs;
  }

  /**
   * Prepares them; from here on they are guarded.
   *
   * @throws JobsRefusedException naming everything that has to change, in one go
   */
  public void prepare(Collection<GuardedJob> guarded) {
    inspect(guarded);
    Set<ConfigurableTransactionManager> managers = new LinkedHashSet<>();
    for (GuardedJob one : guarded) {
      for (Step step : Steps.of(one.job())) {
        prepare(step, managers);
      }
    }
    SessionTagging tagging = new SessionTagging(guard.fence(), guard.live());
    managers.forEach(manager -> manager.addListener(tagging));
    Map<String, GuardedJob> byName = new TreeMap<>();
    guarded.forEach(one -> byName.put(one.job().getName(), one));
    jobs.define(byName);
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

package io.runledger.batch;

import io.runledger.guard.JobGuard;
import java.util.ArrayList;
import java.util.List;
import org.springframework.batch.core.job.AbstractJob;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.step.Step;

/** Finds what the guard could not keep its promise for, before anything runs. */
final class JobInspection {

  private final TransactionInspection transactions;

  JobInspection(TransactionInspection transactions) {
    this.transactions = transactions;
  }

  /** Empty if the job can be guarded. */
  List<Refusal> inspect(Job job, JobGuard guard) {
    List<Refusal> refusals = new ArrayList<>();
    String name = "job '" + job.getName() + "'";
    if (job.getJobParametersIncrementer() != null) {
      refusals.add(
          new Refusal(
              name,
              "has an incrementer, so Spring Batch would ignore the batch date it is started with.",
              "Remove incrementer(...)."));
    }
    if (!job.isRestartable()) {
      refusals.add(
          new Refusal(
              name,
              "prevents its restart, so a run that lost its pod could never be completed.",
              "Remove preventRestart()."));
    }
    if (!(job instanceof AbstractJob)) {
      refusals.add(
          new Refusal(
              name,
              "is a %s, whose steps cannot be inspected.".formatted(job.getClass().getName()),
              "Build it with JobBuilder, and let no aspect match it."));
    }
    StepInspection steps = new StepInspection(transactions, guard);
    for (Step step : Steps.of(job)) {
      refusals.addAll(steps.inspect(name + ", step '" + step.getName() + "'", step));
    }
    return refusals;
  }
}

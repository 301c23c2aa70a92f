package io.runledger.batch;

import java.util.ArrayList;
import java.util.List;
import org.springframework.batch.core.job.AbstractJob;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.flow.Flow;
import org.springframework.batch.core.job.flow.FlowHolder;
import org.springframework.batch.core.job.flow.FlowJob;
import org.springframework.batch.core.job.flow.FlowStep;
import org.springframework.batch.core.job.flow.State;
import org.springframework.batch.core.job.flow.support.SimpleFlow;
import org.springframework.batch.core.partition.PartitionStep;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepHolder;
import org.springframework.beans.DirectFieldAccessor;

/** All steps of a job, those inside flows, splits and partitions included. */
final class Steps {

  private final List<Step> found = new ArrayList<>();

  private Steps() {}

  /**
   * Finds them.
   *
   * @return empty if the job is of a kind that does not tell its steps
   */
  static List<Step> of(Job job) {
    Steps steps = new Steps();
    if (job instanceof FlowJob) {
      // It does not name the steps of a split's flows before their first start.
      steps.addFlow((Flow) field(job, "flow"));
    } else if (job instanceof AbstractJob known) {
      for (String name : known.getStepNames()) {
        steps.add(known.getStep(name));
      }
    }
    return steps.found;
  }

  private void add(Step step) {
    if (found.contains(step)) {
      return;
    }
    found.add(step);
    if (step instanceof FlowStep) {
      addFlow((Flow) field(step, "flow"));
    } else if (step instanceof PartitionStep
        && field(step, "partitionHandler") instanceof StepHolder handler) {
      add(handler.getStep());
    }
  }

  private void addFlow(Flow flow) {
    initialize(flow);
    for (State state : flow.getStates()) {
      if (state instanceof StepHolder holder) {
        add(holder.getStep());
      } else if (state instanceof FlowHolder holder) {
        holder.getFlows().forEach(this::addFlow);
      }
    }
  }

  /** The builder leaves this to the flow's first start; until then it has no states. */
  private static void initialize(Flow flow) {
    if (flow instanceof SimpleFlow simple) {
      try {
        simple.afterPropertiesSet();
      } catch (Exception e) {
        throw new IllegalStateException(
            "The flow '%s' cannot be inspected.".formatted(flow.getName()), e);
      }
    }
  }

  /** A private field of Spring Batch's, which has no accessor for it. */
  static Object field(Object owner, String name) {
    Object value = new DirectFieldAccessor(owner).getPropertyValue(name);
    if (value == null) {
      throw new IllegalStateException(
          "%s of %s is not set; Spring Batch changed.".formatted(name, owner));
    }
    return value;
  }
}

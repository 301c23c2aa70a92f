package io.runledger.lab.model;

/**
 * What becomes of what earlier attempts left: {@code Takeover}, and what Spring Batch makes of the
 * rest when {@code AttemptWorker.launch} starts the job.
 */
final class Takeover {

  private Takeover() {}

  /** {@code Takeover.clean}, in one transaction. */
  static void clean(State state, int i) {
    Run run = state.runOf(state.pods[i]);
    if (run.complete) {
      return;
    }
    World world = state.world;
    if (!world.has(Flaw.NEVER_STARTED_STEPS_COUNT)) {
      run.hollowBy = 0;
    }
    if (!world.has(Flaw.INSTANCE_NOT_REPAIRED) && run.instance == Run.Instance.BARE) {
      run.instance = Run.Instance.NONE;
    }
    if (world.has(Flaw.EXECUTIONS_NOT_CLOSED)) {
      return;
    }
    run.openBy = 0;
    for (int other = 0; other < state.pods.length; other++) {
      Pod pod = state.pods[other];
      boolean hasExecution =
          pod.activity.compareTo(Activity.CREATE_STEP) >= 0 && pod.activity.isFenced();
      if (other != i && pod.run == state.pods[i].run && hasExecution) {
        pod.closed = true;
      }
    }
  }

  /** Which way {@code AttemptWorker.launch} goes. */
  static void launch(State state, int i) {
    Pod pod = state.pods[i];
    Run run = state.runOf(pod);
    if (run.complete) {
      // Not recognised, Spring Batch says that the instance is already complete.
      boolean recognised = !state.world.has(Flaw.COMPLETED_NOT_RECOGNISED);
      pod.end(Activity.FINISH, recognised ? Outcome.COMPLETED : Outcome.REFUSED);
    } else if (run.openBy != 0 || run.instance == Run.Instance.BARE) {
      // "A job execution for this job is already running", "Cannot find any job execution".
      pod.end(Activity.FINISH, Outcome.REFUSED);
    } else if (run.instance == Run.Instance.NONE) {
      pod.goOn(Activity.CREATE_INSTANCE);
    } else {
      pod.goOn(Activity.CREATE_EXECUTION);
    }
  }
}

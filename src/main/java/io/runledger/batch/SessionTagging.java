package io.runledger.batch;

import io.runledger.guard.Fence;
import io.runledger.guard.LiveAttempt;
import io.runledger.guard.LiveAttempts;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.scope.context.StepContext;
import org.springframework.batch.core.scope.context.StepSynchronizationManager;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Tags each transaction that begins on the thread of a guarded step, so that a successor can end it
 * should this pod freeze before the fence is read.
 */
final class SessionTagging implements TransactionExecutionListener {

  private static final Logger log = LoggerFactory.getLogger(SessionTagging.class);

  private final Fence fence;
  private final LiveAttempts attempts;

  SessionTagging(Fence fence, LiveAttempts attempts) {
    this.fence = fence;
    this.attempts = attempts;
  }

  @Override
  public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
    StepContext step = StepSynchronizationManager.getContext();
    if (failure != null || step == null) {
      return;
    }
    RunParameters.attemptId(step.getStepExecution().getJobParameters())
        .flatMap(attempts::byId)
        .filter(live -> !live.isLost())
        .ifPresent(this::tag);
  }

  /** Never throws: the transaction manager would lose the connection it has just bound. */
  private void tag(LiveAttempt live) {
    try {
      fence.tag(live);
    } catch (DataAccessException e) {
      log.atDebug()
          .addKeyValue("run", live.attempt().key())
          .setCause(e)
          .log("A transaction could not be tagged; its next statement will fail as well.");
    }
  }
}

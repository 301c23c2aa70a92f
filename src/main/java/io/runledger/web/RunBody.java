package io.runledger.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.runledger.operate.RunView;
import io.runledger.operate.StatusQuery.RunHistory;
import io.runledger.operate.StepQuery.Step;
import io.runledger.run.AttemptRecord;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One run and everything that was tried.
 *
 * @param run the ledger's row; its fields stand beside the history
 * @param history every attempt, first attempt first
 */
record RunBody(@JsonUnwrapped RunView run, List<Tried> history) {

  /**
   * One attempt.
   *
   * @param steps what Spring Batch knows of it; empty too if its metadata is kept no longer
   */
  record Tried(
      int number,
      UUID id,
      AttemptStatus status,
      long generation,
      long fence,
      String pod,
      Cause.Kind cause,
      @Nullable String actor,
      @Nullable String reason,
      Instant startedAt,
      @Nullable Instant endedAt,
      @Nullable String message,
      List<Step> steps) {}

  static RunBody of(RunHistory history, Map<UUID, List<Step>> steps) {
    return new RunBody(
        RunView.of(history.run()),
        history.attempts().stream()
            .map(attempt -> tried(attempt, steps.getOrDefault(attempt.id(), List.of())))
            .toList());
  }

  private static Tried tried(AttemptRecord attempt, List<Step> steps) {
    return new Tried(
        attempt.number(),
        attempt.id(),
        attempt.status(),
        attempt.generation(),
        attempt.fence(),
        attempt.pod(),
        attempt.cause().kind(),
        attempt.cause().actor(),
        attempt.cause().reason(),
        attempt.startedAt(),
        attempt.endedAt(),
        attempt.message(),
        steps);
  }
}

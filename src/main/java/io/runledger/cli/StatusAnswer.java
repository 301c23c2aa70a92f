package io.runledger.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.runledger.operate.RunView;
import io.runledger.operate.StatusQuery.RunHistory;
import io.runledger.run.AttemptRecord;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as {@code status --json} shows it. The names are read by scripts: they stay.
 *
 * @param run the ledger's row; its fields stand beside the history
 * @param history every attempt, first attempt first
 */
record StatusAnswer(@JsonUnwrapped RunView run, List<Tried> history) {

  /** One attempt. */
  record Tried(
      int number,
      UUID id,
      AttemptStatus status,
      long fence,
      String pod,
      Cause.Kind cause,
      @Nullable String actor,
      @Nullable String reason,
      Instant startedAt,
      @Nullable Instant endedAt,
      @Nullable String message) {

    static Tried of(AttemptRecord attempt) {
      return new Tried(
          attempt.number(),
          attempt.id(),
          attempt.status(),
          attempt.fence(),
          attempt.pod(),
          attempt.cause().kind(),
          attempt.cause().actor(),
          attempt.cause().reason(),
          attempt.startedAt(),
          attempt.endedAt(),
          attempt.message());
    }
  }

  static StatusAnswer of(RunHistory history) {
    return new StatusAnswer(
        RunView.of(history.run()), history.attempts().stream().map(Tried::of).toList());
  }

  /** The ledger for people; times in the zone of this machine, which the head names. */
  static List<String> table(List<StatusAnswer> runs, ZoneId zone) {
    Table table =
        new Table(
            "JOB",
            "DATE",
            "PART",
            "STATUS",
            "ATTEMPTS",
            "FENCE",
            "POD",
            "STARTED (" + zone + ")",
            "TOOK",
            "MESSAGE");
    DateTimeFormatter local = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(zone);
    for (StatusAnswer answer : runs) {
      RunView run = answer.run;
      table.add(
          run.job(),
          run.batchDate().toString(),
          run.part().isEmpty() ? "-" : run.part(),
          statusForPeople(run),
          Integer.toString(run.attempts()),
          Long.toString(run.fence()),
          run.pod().replaceFirst(":.*", ""),
          local.format(run.startedAt()),
          run.endedAt() == null
              ? "-"
              : ChronoUnit.MILLIS.between(run.startedAt(), run.endedAt()) + " ms",
          run.message() == null ? "" : run.message().lines().findFirst().orElse(""));
    }
    return table.lines();
  }

  private static String statusForPeople(RunView run) {
    return switch (run.status()) {
      case RUNNING ->
          "RUNNING"
              + (run.leaseLives() ? "" : " (its pod is gone)")
              + (run.stopAskedBy() == null ? "" : " (" + run.stopAskedBy() + " asked it to stop)");
      case STOPPED -> run.stoppedByPerson() ? "STOPPED (by a person)" : "STOPPED (by a shutdown)";
      case COMPLETED, FAILED, MISSED, REOPENED -> run.status().name();
    };
  }
}

package io.runledger.cli;

import io.runledger.operate.StatusQuery.RunHistory;
import io.runledger.run.AttemptRecord;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunStatus;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as {@code status --json} shows it. The names are read by scripts: they stay.
 *
 * @param job the job
 * @param batchDate the batch date
 * @param part the part, empty if there is none
 * @param status what became of the run
 * @param attempts how many attempts were made
 * @param fence the fence of the last one
 * @param pod its pod
 * @param startedAt its begin, by the database's clock
 * @param endedAt its end; null while it runs
 * @param message what went wrong, if anything did
 * @param stoppedByPerson whether it is STOPPED by a person, and waits for one
 * @param generation how often the run was opened, from 1
 * @param lock the lock name it worked under
 * @param leaseUntil the deadline of its lease, if it still has one
 * @param leaseLives whether that is still to come; RUNNING without it has lost its pod
 * @param stopAskedBy who asked the last attempt to stop; null if nobody did
 * @param history every attempt, first attempt first
 */
record StatusAnswer(
    String job,
    LocalDate batchDate,
    String part,
    RunStatus status,
    int attempts,
    long fence,
    String pod,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String message,
    boolean stoppedByPerson,
    long generation,
    String lock,
    @Nullable Instant leaseUntil,
    boolean leaseLives,
    @Nullable String stopAskedBy,
    List<Tried> history) {

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
    Run run = history.run();
    return new StatusAnswer(
        run.key().job(),
        run.key().batchDate(),
        run.key().part(),
        run.status(),
        run.attempts(),
        run.fence(),
        run.pod(),
        run.startedAt(),
        run.endedAt(),
        run.message(),
        run.stoppedByPerson(),
        run.generation(),
        run.lockName(),
        run.leaseUntil(),
        run.leaseLives(),
        run.stopAskedBy(),
        history.attempts().stream().map(Tried::of).toList());
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
    for (StatusAnswer run : runs) {
      table.add(
          run.job,
          run.batchDate.toString(),
          run.part.isEmpty() ? "-" : run.part,
          run.statusForPeople(),
          Integer.toString(run.attempts),
          Long.toString(run.fence),
          run.pod.replaceFirst(":.*", ""),
          local.format(run.startedAt),
          run.endedAt == null ? "-" : ChronoUnit.MILLIS.between(run.startedAt, run.endedAt) + " ms",
          run.message == null ? "" : run.message.lines().findFirst().orElse(""));
    }
    return table.lines();
  }

  private String statusForPeople() {
    return switch (status) {
      case RUNNING ->
          "RUNNING"
              + (leaseLives ? "" : " (its pod is gone)")
              + (stopAskedBy == null ? "" : " (" + stopAskedBy + " asked it to stop)");
      case STOPPED -> stoppedByPerson ? "STOPPED (by a person)" : "STOPPED (by a shutdown)";
      case COMPLETED, FAILED, MISSED, REOPENED -> status.name();
    };
  }
}

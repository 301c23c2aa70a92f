package io.runledger.operate;

import io.runledger.run.Run;
import io.runledger.run.RunStatus;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A run as JSON shows it, wherever it is shown. The names are read by scripts: they stay.
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
 */
public record RunView(
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
    @Nullable String stopAskedBy) {

  public static RunView of(Run run) {
    return new RunView(
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
        run.stopAskedBy());
  }
}

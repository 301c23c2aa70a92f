package io.runledger.run;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of the ledger as it was read, with what its lease said in the same moment.
 *
 * @param key which run
 * @param status what became of it
 * @param stoppedByPerson whether it is STOPPED by a person; a shutdown's is resumed unasked
 * @param attempts how many attempts were made, over all generations
 * @param generation how often the run was opened, from 1
 * @param fence the fence of the last attempt
 * @param attemptId the last attempt
 * @param lockName the lock name that the last attempt worked under
 * @param pod the pod of the last attempt
 * @param startedAt begin of the last attempt, by the database's clock
 * @param endedAt end of the last attempt; null while it runs
 * @param message what went wrong, if anything did
 * @param leaseUntil the deadline of the last attempt's lease, if that still is the attempt's
 * @param leaseLives whether the deadline was still to come when the row was read
 * @param stopAskedBy the person who asked the last attempt to stop; null if nobody did
 */
public record Run(
    RunKey key,
    RunStatus status,
    boolean stoppedByPerson,
    int attempts,
    long generation,
    long fence,
    UUID attemptId,
    String lockName,
    String pod,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String message,
    @Nullable Instant leaseUntil,
    boolean leaseLives,
    @Nullable String stopAskedBy) {}

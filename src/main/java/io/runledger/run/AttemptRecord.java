package io.runledger.run;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One try at a run as the ledger remembers it.
 *
 * @param key the run that was tried
 * @param id this try's own
 * @param number counts the run's attempts, from 1
 * @param generation how often the run was opened by then, from 1
 * @param fence what the lease had granted
 * @param pod who tried
 * @param cause why
 * @param status how it ended; RUNNING too if it died and nobody has taken over yet
 * @param startedAt by the database's clock
 * @param endedAt by the database's clock; null while it runs
 * @param message what went wrong, if anything did
 */
public record AttemptRecord(
    RunKey key,
    UUID id,
    int number,
    long generation,
    long fence,
    String pod,
    Cause cause,
    AttemptStatus status,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String message) {}

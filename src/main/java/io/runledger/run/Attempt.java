package io.runledger.run;

import java.time.LocalDate;
import java.util.UUID;

/**
 * One try at a run, by one pod, under one fence. A job hands the fence to outside systems, which
 * refuse a number lower than one they have seen.
 *
 * @param key the run that is tried
 * @param id this try's own, never used again
 * @param number counts the run's attempts, from 1
 * @param generation counts how often the run was opened, from 1; a reopened run has a higher one
 * @param fence what the lease granted; higher than that of every earlier attempt under the same
 *     lock
 * @param pod who tries
 * @param coveredFrom the first calendar day that the run is for; the batch date is the last.
 *     Without a calendar they are one; with one, the run of a business day covers the days since
 *     the previous business day. The same for all attempts at the run
 */
public record Attempt(
    RunKey key, UUID id, int number, long generation, long fence, Pod pod, LocalDate coveredFrom) {}

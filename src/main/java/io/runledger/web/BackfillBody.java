package io.runledger.web;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a range of dates.
 *
 * @param job the job
 * @param part the part, if the job has several runs a date
 * @param from the first date
 * @param to the last date, inclusive
 * @param only {@code missing}, {@code failed} or {@code all}, which it is if nothing is said
 * @param dryRun whether to show the plan, and do nothing
 * @param reason why; needed unless it is a dry run
 * @param parameters handed to each run and kept
 */
record BackfillBody(
    @Nullable String job,
    @Nullable String part,
    @Nullable String from,
    @Nullable String to,
    @Nullable String only,
    @Nullable Boolean dryRun,
    @Nullable String reason,
    @Nullable Map<String, String> parameters) {}

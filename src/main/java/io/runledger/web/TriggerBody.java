package io.runledger.web;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a run.
 *
 * @param job the job
 * @param batchDate the batch date, {@code 2026-11-30}
 * @param part the part, if the job has several runs a date
 * @param reason why, if somebody wants to say so
 * @param parameters handed to the job and kept, without influence on which run it is
 */
record TriggerBody(
    @Nullable String job,
    @Nullable String batchDate,
    @Nullable String part,
    @Nullable String reason,
    @Nullable Map<String, String> parameters) {}

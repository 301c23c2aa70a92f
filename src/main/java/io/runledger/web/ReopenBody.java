package io.runledger.web;

import org.jspecify.annotations.Nullable;

/**
 * Asks for a completed run to be opened again.
 *
 * @param reason why; kept with what is asked for
 * @param withLater whether what stands on the run is opened with it; without it such a run is
 *     refused
 */
record ReopenBody(@Nullable String reason, @Nullable Boolean withLater) {}

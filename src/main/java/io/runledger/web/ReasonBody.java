package io.runledger.web;

import org.jspecify.annotations.Nullable;

/**
 * Says why somebody does something.
 *
 * @param reason why; kept with what is asked for
 */
record ReasonBody(@Nullable String reason) {}

/** What a product pays: day counts, tiers, rates by date, rounding. Pure, and exact throughout. */
@NullMarked
package io.runledger.jobs.interest.terms;

import org.jspecify.annotations.NullMarked;

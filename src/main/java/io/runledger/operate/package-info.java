/**
 * What people do: ask for a run, backfill dates, look at the ledger. Plain Java, for the command
 * line and for whatever else people have in their hands.
 */
@NullMarked
package io.runledger.operate;

import org.jspecify.annotations.NullMarked;

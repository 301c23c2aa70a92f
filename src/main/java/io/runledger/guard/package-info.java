/**
 * The guard chain: a filter that is cheap and may lie, a lease that arbitrates, a ledger that is
 * the gate, and the fence that holds when all of them were deceived.
 */
@NullMarked
package io.runledger.guard;

import org.jspecify.annotations.NullMarked;

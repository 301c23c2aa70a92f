/** The guard chain: filter, lease and ledger, which together let one attempt work on a run. */
@NullMarked
package io.runledger.guard;

import org.jspecify.annotations.NullMarked;

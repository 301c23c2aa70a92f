/** Servers that go away, hang, fill up and come back, and what that costs a run: nothing. */
@NullMarked
package io.runledger.outages;

import org.jspecify.annotations.NullMarked;

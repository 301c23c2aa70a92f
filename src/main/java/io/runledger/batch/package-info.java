/**
 * The fence in Spring Batch: every write of a guarded job's metadata passes it, in the transaction
 * that writes; and the launching, cleaning up and watching of guarded jobs.
 */
@NullMarked
package io.runledger.batch;

import org.jspecify.annotations.NullMarked;

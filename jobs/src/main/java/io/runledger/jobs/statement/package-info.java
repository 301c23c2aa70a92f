/** The job daily-statement: small enough to be read in five minutes, and copied. */
@NullMarked
package io.runledger.jobs.statement;

import org.jspecify.annotations.NullMarked;

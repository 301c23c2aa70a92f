/** The job eod-interest: interest on every account, night by night, to the cent. */
@NullMarked
package io.runledger.jobs.interest;

import org.jspecify.annotations.NullMarked;

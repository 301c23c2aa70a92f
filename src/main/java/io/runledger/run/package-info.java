/** The words of Runledger as plain Java: run keys, attempts, causes and verdicts. */
@NullMarked
package io.runledger.run;

import org.jspecify.annotations.NullMarked;

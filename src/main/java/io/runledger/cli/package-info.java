/** The command line: what is asked on it, what it answers, and with which exit code it ends. */
@NullMarked
package io.runledger.cli;

import org.jspecify.annotations.NullMarked;

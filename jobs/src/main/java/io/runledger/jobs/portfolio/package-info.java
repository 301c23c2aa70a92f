/** Accounts for the shipped jobs to work on: real ones from a file, or as many as you like. */
@NullMarked
package io.runledger.jobs.portfolio;

import org.jspecify.annotations.NullMarked;

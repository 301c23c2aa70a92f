/** The runnable application: jobs as beans, and what is needed to try them. */
@NullMarked
package io.runledger.jobs;

import org.jspecify.annotations.NullMarked;

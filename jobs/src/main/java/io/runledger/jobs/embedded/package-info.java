/**
 * PostgreSQL and Redis beside the application, for trying Runledger on one machine.
 *
 * <p>They are daemons: several processes share them through one data directory, the first one
 * starts them and the last one out stops them. What PostgreSQL has acknowledged is kept. They are
 * no set-up for production: one machine, no replica, no backup.
 */
@NullMarked
package io.runledger.jobs.embedded;

import org.jspecify.annotations.NullMarked;

/**
 * What should exist: when a date of a job falls due, and who asks for it. A fire of Quartz only
 * wakes the reconciler; what is due comes from schedule and ledger, so a lost fire heals in the
 * next round.
 */
@NullMarked
package io.runledger.schedule;

import org.jspecify.annotations.NullMarked;

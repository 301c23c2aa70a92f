package io.runledger.jobs.statement;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** A row of {@code demo_account}. */
record Account(long accountId, LocalDate openedOn, BigDecimal openedWith, BigDecimal growsBy) {

  /** What is on it at the end of this date. */
  BigDecimal balanceOn(LocalDate date) {
    long days = Math.max(0, ChronoUnit.DAYS.between(openedOn, date));
    return openedWith.add(growsBy.multiply(BigDecimal.valueOf(days)));
  }
}

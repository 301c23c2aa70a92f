package io.runledger.jobs.interest.terms;

import java.time.LocalDate;

/** When accrued interest is posted, besides the day on which an account is closed. */
public enum Capitalisation {
  /** On the last day of a month. */
  MONTHLY {
    @Override
    boolean isDue(LocalDate date) {
      return isMonthEnd(date);
    }

    @Override
    LocalDate periodStart(LocalDate date, LocalDate openedOn) {
      return date.withDayOfMonth(1);
    }
  },
  /** On the last day of March, June, September and December. */
  QUARTERLY {
    @Override
    boolean isDue(LocalDate date) {
      return isMonthEnd(date) && date.getMonthValue() % 3 == 0;
    }

    @Override
    LocalDate periodStart(LocalDate date, LocalDate openedOn) {
      return date.with(date.getMonth().firstMonthOfQuarter()).withDayOfMonth(1);
    }
  },
  /** Only when the account is closed. */
  NONE {
    @Override
    boolean isDue(LocalDate date) {
      return false;
    }

    @Override
    LocalDate periodStart(LocalDate date, LocalDate openedOn) {
      return openedOn;
    }
  };

  abstract boolean isDue(LocalDate date);

  /** The first accrual date that belongs to a posting on this date. */
  abstract LocalDate periodStart(LocalDate date, LocalDate openedOn);

  /** Whether it is the last day of its month. */
  public static boolean isMonthEnd(LocalDate date) {
    return date.getDayOfMonth() == date.lengthOfMonth();
  }
}

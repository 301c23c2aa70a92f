package io.runledger.jobs.interest.terms;

import java.time.LocalDate;
import java.util.Arrays;

/**
 * How the nights of a year are counted (ISDA 2006 Definitions, section 4.16). Interest is accrued
 * night by night, so each convention is one that adds up: the fractions of the nights between two
 * dates are the fraction between them.
 */
public enum DayCount {
  /** Actual/365 Fixed, section 4.16(d): each night is 1/365, in leap years too. */
  ACT_365F("ACT/365F") {
    @Override
    public DayFraction night(LocalDate night) {
      return new DayFraction(1, 365);
    }
  },
  /** Actual/360, section 4.16(e). */
  ACT_360("ACT/360") {
    @Override
    public DayFraction night(LocalDate night) {
      return new DayFraction(1, 360);
    }
  },
  /** Actual/Actual ISDA, section 4.16(b): 1/366 if the night begins in a leap year, else 1/365. */
  ACT_ACT("ACT/ACT") {
    @Override
    public DayFraction night(LocalDate night) {
      return new DayFraction(1, night.isLeapYear() ? 366 : 365);
    }
  },
  /**
   * 30E/360, section 4.16(g): every month has 30 days. The night to the 31st is none; the last of
   * February makes up for those that are missing.
   */
  THIRTY_E_360("30E/360") {
    @Override
    public DayFraction night(LocalDate night) {
      return new DayFraction(dayNumber(night.plusDays(1)) - dayNumber(night), 360);
    }

    private static int dayNumber(LocalDate date) {
      return 360 * date.getYear() + 30 * date.getMonthValue() + Math.min(30, date.getDayOfMonth());
    }
  };

  private final String code;

  DayCount(String code) {
    this.code = code;
  }

  /** The night that begins on this date and ends on the next. */
  public abstract DayFraction night(LocalDate night);

  /** As the table {@code product} names it. */
  public static DayCount of(String code) {
    return Arrays.stream(values())
        .filter(one -> one.code.equals(code))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("'%s' is no day count.".formatted(code)));
  }
}

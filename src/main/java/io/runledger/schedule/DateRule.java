package io.runledger.schedule;

import java.time.LocalDate;
import java.util.Optional;

/**
 * Which batch date a fire is for. It is told from the fire's base: its local date, or with a
 * cut-off the day before for a fire earlier than that. Each base has at most one batch date, and
 * each batch date at most one base.
 */
public enum DateRule {

  /** The base itself, if that is a business day. */
  SAME_DAY {
    @Override
    Optional<LocalDate> batchDate(LocalDate base, BusinessCalendar calendar) {
      return Optional.of(base).filter(calendar::isBusinessDay);
    }

    @Override
    Optional<LocalDate> base(LocalDate batchDate, BusinessCalendar calendar) {
      return batchDate(batchDate, calendar);
    }
  },

  /** The calendar day before the base, if that day is a business day. */
  PREVIOUS_DAY {
    @Override
    Optional<LocalDate> batchDate(LocalDate base, BusinessCalendar calendar) {
      return Optional.of(base.minusDays(1)).filter(calendar::isBusinessDay);
    }

    @Override
    Optional<LocalDate> base(LocalDate batchDate, BusinessCalendar calendar) {
      return Optional.of(batchDate).filter(calendar::isBusinessDay).map(date -> date.plusDays(1));
    }
  },

  /** The last business day before the base, if the base is a business day itself. */
  PREVIOUS_BUSINESS_DAY {
    @Override
    Optional<LocalDate> batchDate(LocalDate base, BusinessCalendar calendar) {
      return Optional.of(base).filter(calendar::isBusinessDay).map(calendar::previous);
    }

    @Override
    Optional<LocalDate> base(LocalDate batchDate, BusinessCalendar calendar) {
      return Optional.of(batchDate).filter(calendar::isBusinessDay).map(calendar::next);
    }
  };

  /** Empty if the calendar has nothing due at that base. */
  abstract Optional<LocalDate> batchDate(LocalDate base, BusinessCalendar calendar);

  /** The base of a batch date; empty if no base has it. */
  abstract Optional<LocalDate> base(LocalDate batchDate, BusinessCalendar calendar);
}

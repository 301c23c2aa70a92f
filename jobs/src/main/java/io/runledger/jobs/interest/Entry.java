package io.runledger.jobs.interest;

import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * What was booked on an account.
 *
 * @param valueDate the first night whose balance has it
 * @param bookingDate when the bank came to know of it
 * @param amount positive for a credit
 */
record Entry(LocalDate valueDate, LocalDate bookingDate, BigDecimal amount) {

  /** Whether a balance of this night has it, as known at the end of that date. */
  boolean isIn(LocalDate night, LocalDate knownOn) {
    return !valueDate.isAfter(night) && !bookingDate.isAfter(knownOn);
  }

  boolean isLate() {
    return valueDate.isBefore(bookingDate);
  }
}

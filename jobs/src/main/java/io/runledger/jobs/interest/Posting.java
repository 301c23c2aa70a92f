package io.runledger.jobs.interest;

import io.runledger.jobs.interest.terms.Kind;
import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * A row of {@code interest_posting}, and the entry that goes with it.
 *
 * @param postingDate the covered day whose run posts it, and its booking date
 * @param periodFrom the first accrual date in it; the posting date is the last
 * @param valueDate the first night whose balance has it
 * @param amount never zero
 */
record Posting(
    long accountId,
    LocalDate postingDate,
    Kind kind,
    LocalDate periodFrom,
    LocalDate valueDate,
    BigDecimal amount) {

  Entry entry() {
    return new Entry(valueDate, postingDate, amount);
  }
}

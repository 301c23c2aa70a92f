package io.runledger.jobs.interest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.runledger.jobs.portfolio.Import;
import io.runledger.operate.Outcome;
import io.runledger.operate.Verification.Check;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The PKDD'99 transactions, a part of which stands beside the repository with totals that were
 * computed independently, with exact fractions. Without it this is skipped.
 */
class RealTransactionsIT {

  private static final Path FILE = Path.of("../../shared/data/pkdd99/transactions.csv");

  /** The last date; {@code -Drunledger.pkdd99.to=1996-12-31} for the whole range. */
  private static final LocalDate TO =
      LocalDate.parse(System.getProperty("runledger.pkdd99.to", "1995-08-01"));

  /** A month of the control totals. */
  private record Month(
      String month, long rows, String accrued, long postings, String posted, String balances) {}

  private static final List<Month> TOTALS =
      List.of(
          new Month("1995-04", 12, "0.3287671233", 1, "0.33", "200.00"),
          new Month("1995-07", 243, "1078.3903835616", 9, "1078.38", "287672.80"),
          new Month("1995-12", 917, "5024.2989753425", 31, "5024.30", "1282088.92"),
          new Month("1996-06", 3173, "16680.6426397260", 110, "16680.62", "4140707.30"),
          new Month("1996-09", 4930, "27298.2438630137", 172, "27298.28", "6549880.94"),
          new Month("1996-12", 6817, "40958.0558027397", 232, "40958.12", "9513331.36"));

  @Test
  void the_totals_are_right_to_the_last_digit_and_a_second_time_posts_nothing() {
    assumeTrue(Files.exists(FILE), "the PKDD'99 transactions are not beside the repository");
    try (InterestApplication application = InterestApplication.start()) {
      assertThat(application.bean(Import.class).load(FILE))
          .isEqualTo(new Import.Loaded(30_200, 5_173, 25_027, 0));
      assertThat(application.bean(Import.class).load(FILE))
          .isEqualTo(new Import.Loaded(30_200, 5_173, 0, 25_027));

      List<Outcome> outcomes = application.backfill("1995-04-01", TO.toString());

      assertThat(outcomes).allMatch(Outcome::isComplete).hasSize(days());
      for (Month month : TOTALS) {
        LocalDate first = LocalDate.parse(month.month() + "-01");
        LocalDate last = first.plusMonths(1).minusDays(1);
        if (!last.isAfter(TO)) {
          assertThat(found(application, first, last)).isEqualTo(month);
        }
      }
      assertThat(application.verify()).extracting(Check::broken).containsOnly(0L);
      assertThat(application.backfill("1995-04-01", TO.toString())).isEmpty();
    }
  }

  private static int days() {
    return (int) LocalDate.parse("1995-04-01").datesUntil(TO.plusDays(1)).count();
  }

  private static Month found(InterestApplication application, LocalDate first, LocalDate last) {
    return application
        .jdbc()
        .sql(
            """
            SELECT (SELECT count(*) FROM interest_accrual WHERE accrual_date BETWEEN :first AND :last) AS rows,
                   (SELECT round(sum(interest_worth(annual_interest, days, basis)) / interest_parts(), 10)
                      FROM interest_accrual WHERE accrual_date BETWEEN :first AND :last) AS accrued,
                   (SELECT count(*) FROM interest_posting WHERE posting_date = :last) AS postings,
                   (SELECT sum(amount) FROM interest_posting WHERE posting_date = :last) AS posted,
                   (SELECT sum(amount) FROM account_entry WHERE counts_from <= :last) AS balances
            """)
        .param("first", first)
        .param("last", last)
        .query(
            (row, n) ->
                new Month(
                    first.toString().substring(0, 7),
                    row.getLong("rows"),
                    row.getBigDecimal("accrued").toPlainString(),
                    row.getLong("postings"),
                    cents(row.getBigDecimal("posted")),
                    cents(row.getBigDecimal("balances"))))
        .single();
  }

  private static String cents(BigDecimal amount) {
    return amount.setScale(2).toPlainString();
  }
}

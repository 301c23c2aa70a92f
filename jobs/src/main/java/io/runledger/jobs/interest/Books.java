package io.runledger.jobs.interest;

import io.runledger.jobs.interest.terms.Interest;
import io.runledger.jobs.interest.terms.Kind;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The books of many accounts, opened in two statements. */
final class Books {

  private final JdbcClient jdbc;
  private final Map<Long, Book> byAccount = new HashMap<>();

  private Books(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The entries that the covered days need, and what is accrued and not posted where a posting is
   * due in them.
   */
  static Books open(JdbcClient jdbc, Map<Account, Terms> accounts, CoveredDays days) {
    Books books = new Books(jdbc);
    accounts.keySet().forEach(account -> books.byAccount.put(account.accountId(), new Book()));
    books.addEntries(days);
    books.addUnposted(accounts, days);
    return books;
  }

  /** The book of one of the accounts. */
  Book of(long accountId) {
    return Objects.requireNonNull(byAccount.get(accountId), "the account's book is not open");
  }

  /**
   * From the last snapshot on that is older than every night in question: the first covered one, or
   * the one that a late entry reaches back to.
   */
  private void addEntries(CoveredDays days) {
    jdbc.sql(
            """
            WITH late AS (
                SELECT account_id, min(value_date) AS first_night
                  FROM account_entry
                 WHERE account_id = ANY (:accounts) AND value_date < booking_date
                   AND booking_date BETWEEN :first AND :last
                 GROUP BY account_id
            ), opening AS (
                SELECT a.account_id, s.as_of, s.balance
                  FROM unnest(:accounts) AS a (account_id)
                  LEFT JOIN late USING (account_id)
                  LEFT JOIN LATERAL (
                       -- That stands: with its contra row it would come to no row.
                       SELECT as_of, sum(balance) AS balance FROM balance_snapshot
                        WHERE account_id = a.account_id AND as_of < least(:first, late.first_night)
                        GROUP BY as_of HAVING sum(CASE WHEN contra THEN -1 ELSE 1 END) > 0
                        ORDER BY as_of DESC LIMIT 1) AS s ON true
            )
            SELECT account_id, NULL::date AS value_date, NULL::date AS booking_date, balance AS amount
              FROM opening WHERE as_of IS NOT NULL
            UNION ALL
            SELECT e.account_id, e.value_date, e.booking_date, sum(e.amount)
              FROM opening o
              JOIN account_entry e ON e.account_id = o.account_id AND e.counts_from <= :last
                                  AND e.counts_from > coalesce(o.as_of, '-infinity')
             GROUP BY e.account_id, e.value_date, e.booking_date
            """)
        .param("accounts", byAccount.keySet().toArray(Long[]::new))
        .param("first", days.first())
        .param("last", days.last())
        .query(
            row -> {
              Book book = of(row.getLong("account_id"));
              LocalDate valueDate = row.getObject("value_date", LocalDate.class);
              if (valueDate == null) {
                book.openWith(row.getBigDecimal("amount"));
              } else {
                book.add(
                    new Entry(
                        valueDate,
                        row.getObject("booking_date", LocalDate.class),
                        row.getBigDecimal("amount")));
              }
            });
  }

  private void addUnposted(Map<Account, Terms> accounts, CoveredDays days) {
    Map<Long, LocalDate> periods = new HashMap<>();
    accounts.forEach(
        (account, terms) ->
            firstPosting(account, terms, days)
                .map(date -> terms.product().periodStart(date, account.openedOn()))
                .filter(start -> start.isBefore(days.first()))
                .ifPresent(start -> periods.put(account.accountId(), start)));
    if (periods.isEmpty()) {
      return;
    }
    List<Long> ids = List.copyOf(periods.keySet());
    List<LocalDate> starts = ids.stream().map(periods::get).toList();
    // Day by day, since that is how the rows lie.
    jdbc.sql(
            """
            SELECT i.account_id, i.kind,
                   sum(interest_worth(i.annual_interest, i.days, i.basis)) AS parts
              FROM generate_series(:earliest::timestamp, :first::timestamp - interval '1 day',
                                   interval '1 day') AS day
              JOIN interest_accrual i ON i.accrual_date = day::date AND i.account_id = ANY (:accounts)
              JOIN unnest(:accounts, :starts::date[]) AS p (account_id, period_start)
                ON p.account_id = i.account_id AND i.accrual_date >= p.period_start
             GROUP BY i.account_id, i.kind
            """)
        .param("accounts", ids.toArray(Long[]::new))
        .param("starts", starts.stream().map(LocalDate::toString).toArray(String[]::new))
        .param("earliest", starts.stream().min(LocalDate::compareTo).orElseThrow())
        .param("first", days.first())
        .query(
            row -> {
              of(row.getLong("account_id"))
                  .accrue(
                      Kind.valueOf(row.getString("kind")),
                      new Interest(row.getBigDecimal("parts")));
            });
  }

  private static Optional<LocalDate> firstPosting(Account account, Terms terms, CoveredDays days) {
    return days.inOrder()
        .filter(day -> account.isClosedOn(day) || terms.product().isPostedOn(day))
        .findFirst();
  }
}

package io.runledger.jobs.portfolio;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Makes a portfolio: current accounts, some overdrawn, savings with tiers, term deposits; in VND,
 * EUR, JPY and KWD; opened from 2020 to 2024, with entries until 2026, a few of them booked late.
 * The same seed gives the same rows on any machine and day, since chance is taken from MD5 sums of
 * the seed.
 */
@Component
public class Generator {

  private static final String SOURCE = "generated";

  /** Generated accounts have higher numbers than that. */
  private static final long FIRST = 1_000_000;

  private final JdbcClient jdbc;
  private final TransactionOperations transaction;

  Generator(JdbcClient jdbc, TransactionOperations transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  /**
   * What was made.
   *
   * @param accounts accounts that are new; 0 if this very portfolio was there already
   * @param entries entries that are new
   */
  public record Generated(int accounts, int entries) {}

  /**
   * Makes it, in one transaction. Done again it changes nothing.
   *
   * @param accounts how many, from 1 to 100 million
   * @throws IllegalArgumentException if another generated portfolio is there
   */
  public Generated generate(int accounts, long seed) {
    if (accounts < 1 || accounts > 100_000_000) {
      throw new IllegalArgumentException(
          "%d accounts cannot be generated; choose from 1 to 100000000.".formatted(accounts));
    }
    Generated generated =
        transaction.execute(
            status -> {
              // One at a time, and the second sees what the first has made.
              jdbc.sql("LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE").update();
              return isThere(accounts, seed)
                  ? new Generated(0, 0)
                  : new Generated(addAccounts(accounts, seed), addEntries(accounts, seed));
            });
    if (generated == null) {
      throw new IllegalStateException("The transaction gave no result.");
    }
    return generated;
  }

  /** Whether there is no account at all, of no source. */
  public boolean isEmpty() {
    return jdbc.sql("SELECT NOT EXISTS (SELECT FROM account)").query(Boolean.class).single();
  }

  private boolean isThere(int accounts, long seed) {
    long there =
        jdbc.sql("SELECT count(*) FROM account WHERE account_id > ?")
            .param(FIRST)
            .query(Long.class)
            .single();
    boolean sameSeed =
        jdbc.sql("SELECT EXISTS (SELECT FROM account_entry WHERE source = ? AND reference = ?)")
            .param(SOURCE)
            .param(seed + "/1/0")
            .query(Boolean.class)
            .single();
    if (there > 0 && !(sameSeed && there == accounts)) {
      throw new IllegalArgumentException(
          "There are %d accounts of another generated portfolio; nothing was generated. Take an empty database for this one."
              .formatted(there));
    }
    return there > 0;
  }

  private int addAccounts(int accounts, long seed) {
    addProducts();
    return jdbc.sql(
            """
            INSERT INTO account (account_id, product_id, currency, opened_on, closed_on)
            SELECT :first + n, kind || '-' || lower(currency), currency, opened_on,
                   CASE WHEN kind = 'deposit' THEN opened_on + 365 * (1 + d % 3)
                        WHEN d % 50 = 0       THEN opened_on + 30 + d % 1500 END
              FROM (SELECT n, d,
                           (ARRAY['VND', 'VND', 'VND', 'VND', 'EUR', 'EUR', 'EUR', 'JPY', 'JPY', 'KWD'])[1 + a % 10]
                               AS currency,
                           CASE WHEN b % 20 < 12 THEN 'current' WHEN b % 20 < 19 THEN 'savings' ELSE 'deposit' END
                               AS kind,
                           date '2020-01-01' + c % 1826 AS opened_on
                      FROM (SELECT n,
                                   ('x' || substr(chance,  1, 7))::bit(28)::integer AS a,
                                   ('x' || substr(chance,  8, 7))::bit(28)::integer AS b,
                                   ('x' || substr(chance, 15, 7))::bit(28)::integer AS c,
                                   ('x' || substr(chance, 22, 7))::bit(28)::integer AS d
                              FROM (SELECT n, md5(:seed || '/' || n) AS chance
                                      FROM generate_series(1, :accounts) AS n) AS numbered) AS drawn) AS account
            """)
        .param("first", FIRST)
        .param("seed", Long.toString(seed))
        .param("accounts", accounts)
        .update();
  }

  /** An opening entry for each account, and up to three more before it is closed. */
  private int addEntries(int accounts, long seed) {
    return jdbc.sql(
            """
            INSERT INTO account_entry (account_id, value_date, booking_date, amount, source, reference)
            SELECT account_id, value_date,
                   -- One in 40 is booked up to six days late, if the account is still open then.
                   CASE WHEN k > 0 AND c % 40 = 0 THEN least(value_date + 1 + d % 6, closed_on - 1)
                        ELSE value_date END,
                   CASE WHEN k > 0 AND b % 3 > 0 THEN -1 ELSE 1 END
                       * round(scale * (100 + b % CASE WHEN k = 0 THEN 5000000 ELSE 1500000 END) / 100, minor_unit),
                   :source, concat_ws('/', :seed, n, k)
              FROM (SELECT a.account_id, a.closed_on, n, k, b, c, d, c.minor_unit,
                           CASE a.currency WHEN 'VND' THEN 26000 WHEN 'JPY' THEN 160 ELSE 1 END::numeric AS scale,
                           a.opened_on + CASE k WHEN 0 THEN 0 ELSE 1 + a % 700 END AS value_date
                      FROM (SELECT n, k,
                                   ('x' || substr(chance,  1, 7))::bit(28)::integer AS a,
                                   ('x' || substr(chance,  8, 7))::bit(28)::integer AS b,
                                   ('x' || substr(chance, 15, 7))::bit(28)::integer AS c,
                                   ('x' || substr(chance, 22, 7))::bit(28)::integer AS d
                              FROM (SELECT n, k, md5(:seed || '/' || n || '/' || k) AS chance
                                      FROM generate_series(1, :accounts) AS n
                                     CROSS JOIN generate_series(0, 3) AS k) AS numbered) AS chance
                      JOIN account a ON a.account_id = :first + n
                      JOIN currency c ON c.code = a.currency) AS entry
             WHERE k = 0 OR value_date < coalesce(closed_on, 'infinity')
            """)
        .param("first", FIRST)
        .param("source", SOURCE)
        .param("seed", Long.toString(seed))
        .param("accounts", accounts)
        .update();
  }

  /** Three products in each currency; bounds of tiers by what a unit of it is worth. */
  private void addProducts() {
    jdbc.sql(
            """
            INSERT INTO product (product_id, day_count, tiering, capitalisation, rounding, debit_interest)
            SELECT kind || '-' || lower(currency), day_count, tiering, capitalisation, rounding, kind = 'current'
              FROM (VALUES ('current', 'ACT/365F', 'WHOLE',    'QUARTERLY', 'HALF_UP'),
                           ('savings', 'ACT/ACT',  'MARGINAL', 'MONTHLY',   'HALF_EVEN'),
                           ('deposit', '30E/360',  'MARGINAL', 'NONE',      'HALF_EVEN'))
                   AS product (kind, day_count, tiering, capitalisation, rounding)
             CROSS JOIN unnest(ARRAY['VND', 'EUR', 'JPY', 'KWD']) AS currency
                ON CONFLICT DO NOTHING
            """)
        .update();
    jdbc.sql(
            """
            INSERT INTO product_rate (product_id, kind, valid_from, above, rate)
            SELECT product || '-' || lower(currency), kind, valid_from::date, above * scale, rate
              FROM (VALUES ('current', 'CREDIT', '2020-01-01',     0, 0.001),
                           ('current', 'DEBIT',  '2020-01-01',     0, 0.18),
                           ('savings', 'CREDIT', '2020-01-01',     0, 0.01),
                           ('savings', 'CREDIT', '2020-01-01', 10000, 0.02),
                           ('savings', 'CREDIT', '2020-01-01', 50000, 0.03),
                           ('savings', 'CREDIT', '2025-07-01',     0, 0.0075),
                           ('savings', 'CREDIT', '2025-07-01', 10000, 0.0175),
                           ('savings', 'CREDIT', '2025-07-01', 50000, 0.0325),
                           ('deposit', 'CREDIT', '2020-01-01',     0, 0.04))
                   AS rate (product, kind, valid_from, above, rate)
             CROSS JOIN (VALUES ('VND', 26000), ('EUR', 1), ('JPY', 160), ('KWD', 1)) AS unit (currency, scale)
                ON CONFLICT DO NOTHING
            """)
        .update();
  }
}

package io.runledger.jobs.portfolio;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Loads PKDD'99 transactions, all of a file or nothing. A transaction that is there already is left
 * as it is, so the same file may be imported again. The data ends in December 1998, and so do the
 * accounts: they are closed with the year.
 */
@Component
public class Import {

  /** How many lines go to the database at once. */
  private static final int BATCH = 10_000;

  private final JdbcClient jdbc;
  private final TransactionOperations transaction;

  Import(JdbcClient jdbc, TransactionOperations transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  /**
   * What was loaded.
   *
   * @param lines transactions in the file
   * @param interest those of them that are the bank's own interest, and left out
   * @param added entries that are new
   * @param known entries that were there already
   */
  public record Loaded(int lines, int interest, int added, int known) {}

  /**
   * Loads a file.
   *
   * @throws IllegalArgumentException naming the line that is not as it should be; nothing is loaded
   *     then
   */
  public Loaded load(Path file) {
    Loaded loaded = transaction.execute(status -> new Loading(new TransactionFile(file)).run());
    if (loaded == null) {
      throw new IllegalStateException("The transaction gave no result.");
    }
    return loaded;
  }

  /** One file on its way. */
  private final class Loading {

    private final TransactionFile file;
    private final List<Integer> numbers = new ArrayList<>();
    private final List<Transaction> batch = new ArrayList<>();
    private int lines;
    private int interest;
    private int added;

    Loading(TransactionFile file) {
      this.file = file;
    }

    Loaded run() {
      addProduct();
      file.forEach(this::take);
      flush();
      return new Loaded(lines, interest, added, lines - interest - added);
    }

    private void take(int number, Transaction transaction) {
      lines++;
      if (transaction.isInterest()) {
        interest++;
        return;
      }
      numbers.add(number);
      batch.add(transaction);
      if (batch.size() == BATCH) {
        flush();
      }
    }

    private void flush() {
      if (!batch.isEmpty()) {
        addAccounts();
        refuseChanged();
        addEntries();
        numbers.clear();
        batch.clear();
      }
    }

    private void addAccounts() {
      statement(
              """
              INSERT INTO account AS a (account_id, product_id, currency, opened_on, closed_on)
              SELECT account_id, 'pkdd99', 'CZK', min(value_date), date '1999-01-01'
                FROM unnest(:accounts, :dates::date[]) AS line (account_id, value_date)
               GROUP BY account_id
                  ON CONFLICT (account_id) DO UPDATE
                 SET opened_on = least(a.opened_on, excluded.opened_on)
              """)
          .update();
    }

    /** An entry is never changed: a line that says otherwise than before is an error. */
    private void refuseChanged() {
      statement(
              """
              SELECT line.number
                FROM unnest(:numbers, :accounts, :dates::date[], :amounts::numeric[], :references)
                     AS line (number, account_id, value_date, amount, reference)
                JOIN account_entry e ON e.source = 'pkdd99' AND e.reference = line.reference
               WHERE (e.account_id, e.value_date, e.amount)
                     <> (line.account_id, line.value_date, line.amount)
               ORDER BY line.number LIMIT 1
              """)
          .query(Integer.class)
          .optional()
          .ifPresent(
              number -> {
                throw file.refused(
                    number,
                    "its trans_id was imported before with another account, date or amount");
              });
    }

    private void addEntries() {
      added +=
          statement(
                  """
                  INSERT INTO account_entry (account_id, value_date, booking_date, amount, source, reference)
                  SELECT account_id, value_date, value_date, amount, 'pkdd99', reference
                    FROM unnest(:accounts, :dates::date[], :amounts::numeric[], :references)
                         AS line (account_id, value_date, amount, reference)
                      ON CONFLICT (source, reference) DO NOTHING
                  """)
              .update();
    }

    private JdbcClient.StatementSpec statement(String sql) {
      return jdbc.sql(sql)
          .param("numbers", numbers.toArray(Integer[]::new))
          .param("accounts", batch.stream().map(Transaction::accountId).toArray(Long[]::new))
          .param("dates", texts(batch.stream().map(Transaction::date).toList()))
          .param("amounts", texts(batch.stream().map(Transaction::amount).toList()))
          .param("references", texts(batch.stream().map(Transaction::id).toList()));
    }

    private static String[] texts(List<?> values) {
      return values.stream().map(Object::toString).toArray(String[]::new);
    }
  }

  /** 5 % on what is there, nothing on what is not, posted monthly. */
  private void addProduct() {
    jdbc.sql(
            """
            INSERT INTO product (product_id, day_count, tiering, capitalisation, rounding, debit_interest)
            VALUES ('pkdd99', 'ACT/365F', 'MARGINAL', 'MONTHLY', 'HALF_EVEN', false)
                ON CONFLICT DO NOTHING
            """)
        .update();
    jdbc.sql(
            """
            INSERT INTO product_rate (product_id, kind, valid_from, rate)
            VALUES ('pkdd99', 'CREDIT', date '1993-01-01', 0.05)
                ON CONFLICT DO NOTHING
            """)
        .update();
  }
}

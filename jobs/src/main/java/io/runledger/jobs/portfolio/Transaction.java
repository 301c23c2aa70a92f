package io.runledger.jobs.portfolio;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Pattern;

/**
 * A line of the PKDD'99 transactions.
 *
 * @param id its unique number
 * @param accountId whose
 * @param date value and booking date
 * @param amount positive for a credit, in CZK
 * @param purpose its k_symbol, mostly empty
 */
record Transaction(long id, long accountId, LocalDate date, BigDecimal amount, String purpose) {

  static final String HEAD = "trans_id;account_id;date;type;operation;amount;balance;k_symbol";

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
  private static final Pattern DATE = Pattern.compile("[0-9]{6}");
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,2})?");

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException saying what of it is not as it should be
   */
  static Transaction of(String line) {
    String[] fields = line.split(";", -1);
    if (fields.length != 8) {
      throw new IllegalArgumentException(
          "it has %d fields instead of the 8 of '%s'".formatted(fields.length, HEAD));
    }
    return new Transaction(
        number("trans_id", fields[0]),
        number("account_id", fields[1]),
        date(fields[2]),
        amount(fields[3], fields[5]),
        fields[7]);
  }

  /** The bank's own interest; who accrues it anew leaves it out. */
  boolean isInterest() {
    return purpose.equals("interest credited")
        || purpose.equals("sanction interest if negative balance");
  }

  private static long number(String field, String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "its %s '%s' is no number of up to 18 digits".formatted(field, text));
    }
    return Long.parseLong(text);
  }

  /** YYMMDD, of the years 1900 to 1999. */
  private static LocalDate date(String text) {
    if (DATE.matcher(text).matches()) {
      int number = Integer.parseInt(text);
      try {
        return LocalDate.of(1900 + number / 10_000, number / 100 % 100, number % 100);
      } catch (DateTimeException e) {
        // No such day: below.
      }
    }
    throw new IllegalArgumentException("its date '%s' is no YYMMDD".formatted(text));
  }

  private static BigDecimal amount(String type, String text) {
    if (!AMOUNT.matcher(text).matches() || new BigDecimal(text).signum() == 0) {
      throw new IllegalArgumentException(
          "its amount '%s' is no positive amount with at most 2 decimals".formatted(text));
    }
    BigDecimal amount = new BigDecimal(text);
    return switch (type) {
      case "credit" -> amount;
      case "withdrawal", "withdrawal in cash" -> amount.negate();
      default ->
          throw new IllegalArgumentException(
              "its type '%s' is neither credit nor withdrawal nor withdrawal in cash"
                  .formatted(type));
    };
  }
}

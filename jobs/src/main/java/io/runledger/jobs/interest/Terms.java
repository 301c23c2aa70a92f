package io.runledger.jobs.interest;

import io.runledger.jobs.interest.terms.Product;
import java.math.BigDecimal;

/**
 * What an account is worked out by.
 *
 * @param product its product
 * @param minorUnit how many digits an amount of its currency has that can be paid
 */
record Terms(Product product, int minorUnit) {

  /** A balance has at most 15 digits before the point: the columns are numeric(19, 4). */
  private static final BigDecimal LIMIT = BigDecimal.TEN.pow(15);

  static BigDecimal checked(BigDecimal balance) throws UnworkableAccountException {
    if (balance.abs().compareTo(LIMIT) >= 0) {
      throw new UnworkableAccountException(
          "its balance of %s has more than 15 digits before the point"
              .formatted(balance.toPlainString()),
          "Book a contra entry if an entry is wrong; else widen the columns.");
    }
    return balance;
  }
}

package io.runledger.jobs.interest.terms;

import java.math.BigDecimal;
import java.time.LocalDate;

/** A product has no rate for a balance that bears interest. */
public final class NoRateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NoRateException(String product, Kind kind, BigDecimal balance, LocalDate night) {
    super(
        "product '%s' has no %s rate on %s for a balance of %s"
            .formatted(product, kind, night, balance.toPlainString()));
  }
}

package io.runledger.jobs.interest.terms;

import java.math.BigDecimal;
import java.util.List;

/** What of a balance a tier's rate is for. */
public enum Tiering {
  /** Each tier's rate for the slice of the balance that lies in it. */
  MARGINAL {
    @Override
    BigDecimal ofYear(BigDecimal size, List<Tier> reached) {
      BigDecimal interest = BigDecimal.ZERO;
      BigDecimal upTo = size;
      for (int i = reached.size() - 1; i >= 0; i--) {
        Tier tier = reached.get(i);
        interest = interest.add(upTo.subtract(tier.above()).multiply(tier.rate()));
        upTo = tier.above();
      }
      return interest;
    }
  },
  /** The rate of the highest tier that the balance reaches, for all of it. */
  WHOLE {
    @Override
    BigDecimal ofYear(BigDecimal size, List<Tier> reached) {
      return size.multiply(reached.get(reached.size() - 1).rate());
    }
  };

  /**
   * The interest of a whole year, exact.
   *
   * @param size the balance without its sign
   * @param reached the tiers it reaches, at least one, lowest first
   */
  abstract BigDecimal ofYear(BigDecimal size, List<Tier> reached);
}

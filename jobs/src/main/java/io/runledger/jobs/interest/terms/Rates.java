package io.runledger.jobs.interest.terms;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The tiers of a product by the date from which they hold. */
public final class Rates {

  private final NavigableMap<LocalDate, List<Tier>> byDate;

  /**
   * @param byDate tiers, lowest first, by their first date
   */
  public Rates(Map<LocalDate, List<Tier>> byDate) {
    this.byDate = new TreeMap<>(byDate);
  }

  /**
   * The tiers that a balance reaches on a night, lowest first; empty if the product has no rate for
   * it then.
   *
   * @param size the balance without its sign
   */
  List<Tier> reached(BigDecimal size, LocalDate night) {
    Map.Entry<LocalDate, List<Tier>> inForce = byDate.floorEntry(night);
    return inForce == null
        ? List.of()
        : inForce.getValue().stream().filter(tier -> tier.isReachedBy(size)).toList();
  }
}

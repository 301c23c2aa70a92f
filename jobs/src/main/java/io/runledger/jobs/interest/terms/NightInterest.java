package io.runledger.jobs.interest.terms;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What a balance bears on one night, or the difference between two such.
 *
 * @param kind which way it goes
 * @param principal the balance
 * @param rate of the highest tier that the balance reaches
 * @param annual what it would bear in a whole year: exact, negative for a charge
 */
public record NightInterest(Kind kind, BigDecimal principal, BigDecimal rate, BigDecimal annual) {

  /** What has to be added to the old, to come to the new; empty if they are the same. */
  public static Optional<NightInterest> difference(
      Optional<NightInterest> old, Optional<NightInterest> now) {
    if (old.isEmpty()) {
      return now;
    }
    NightInterest reversed = old.get().reversed();
    NightInterest difference = now.map(reversed::combined).orElse(reversed);
    return Optional.of(difference).filter(NightInterest::isSomething);
  }

  private NightInterest reversed() {
    return new NightInterest(kind, principal.negate(), rate, annual.negate());
  }

  /** With the rate of the other. */
  private NightInterest combined(NightInterest other) {
    return new NightInterest(
        kind, principal.add(other.principal), other.rate, annual.add(other.annual));
  }

  private boolean isSomething() {
    return principal.signum() != 0 || annual.signum() != 0;
  }
}

package io.runledger.jobs.interest.terms;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What accounts of one kind have been promised.
 *
 * @param id its name
 * @param rates by kind; a kind that stands here bears interest
 * @param rounding HALF_EVEN or HALF_UP, when posting
 * @param debitInterest whether an overdrawn balance bears interest
 */
public record Product(
    String id,
    DayCount dayCount,
    Tiering tiering,
    Capitalisation capitalisation,
    RoundingMode rounding,
    boolean debitInterest,
    Map<Kind, Rates> rates) {

  public Product {
    rates = Map.copyOf(rates);
  }

  /**
   * What a balance bears on a night; empty if there is nothing on the account, or it is overdrawn
   * and the product charges nothing for that.
   *
   * @throws NoRateException if it should bear interest and there is no rate for it
   */
  public Optional<NightInterest> on(LocalDate night, BigDecimal balance) {
    if (balance.signum() == 0 || (balance.signum() < 0 && !debitInterest)) {
      return Optional.empty();
    }
    Kind kind = Kind.of(balance);
    BigDecimal size = balance.abs();
    Rates ofKind = rates.get(kind);
    List<Tier> reached = ofKind == null ? List.of() : ofKind.reached(size, night);
    if (reached.isEmpty()) {
      throw new NoRateException(id, kind, balance, night);
    }
    BigDecimal annual = tiering.ofYear(size, reached);
    return Optional.of(
        new NightInterest(
            kind,
            balance,
            reached.get(reached.size() - 1).rate(),
            kind == Kind.DEBIT ? annual.negate() : annual));
  }

  /** Whether what was accrued is posted in this date's run. */
  public boolean isPostedOn(LocalDate date) {
    return capitalisation.isDue(date);
  }

  /**
   * The first accrual date that belongs to a posting on this date.
   *
   * @param openedOn when the account was opened
   */
  public LocalDate periodStart(LocalDate date, LocalDate openedOn) {
    return capitalisation.periodStart(date, openedOn);
  }
}

package io.runledger.jobs.interest;

import io.runledger.jobs.interest.terms.Capitalisation;
import io.runledger.jobs.interest.terms.Kind;
import io.runledger.jobs.interest.terms.NightInterest;
import io.runledger.jobs.interest.terms.NoRateException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Works out the interest of one account, covered day by covered day in order: the night's accrual,
 * what late entries change about earlier nights, the posting if one is due. A posting becomes an
 * entry, and the next night's balance has it.
 */
final class AccountInterest {

  private final Account account;
  private final Terms terms;
  private final Book book;
  private final List<Accrual> accruals = new ArrayList<>();
  private final List<Posting> postings = new ArrayList<>();
  private final List<Snapshot> snapshots = new ArrayList<>();

  private AccountInterest(Account account, Terms terms, Book book) {
    this.account = account;
    this.terms = terms;
    this.book = book;
  }

  /** What is to be written. */
  record Result(List<Accrual> accruals, List<Posting> postings, List<Snapshot> snapshots) {}

  /**
   * Works it out.
   *
   * @throws UnworkableAccountException if a rate is missing, or a balance is out of bounds; nothing
   *     of the account is to be written then
   */
  static Result of(Account account, Terms terms, Book book, CoveredDays days)
      throws UnworkableAccountException {
    AccountInterest interest = new AccountInterest(account, terms, book);
    try {
      for (LocalDate day : days.inOrder().filter(account::isInWorkOn).toList()) {
        interest.workOut(day);
      }
    } catch (NoRateException e) {
      throw new UnworkableAccountException(
          String.valueOf(e.getMessage()),
          "Add the rate to product_rate, valid from then or before.");
    }
    return new Result(interest.accruals, interest.postings, interest.snapshots);
  }

  private void workOut(LocalDate day) throws UnworkableAccountException {
    if (account.bearsInterestOn(day)) {
      BigDecimal balance = Terms.checked(book.balance(day, day));
      terms.product().on(day, balance).ifPresent(interest -> accrue(day, day, interest));
      if (Capitalisation.isMonthEnd(day)) {
        snapshots.add(new Snapshot(account.accountId(), day, balance));
      }
    }
    Optional<LocalDate> changed = book.firstNightChangedOn(day);
    if (changed.isPresent()) {
      adjust(day, changed.get());
    }
    if (account.isClosedOn(day) || terms.product().isPostedOn(day)) {
      post(day);
    }
  }

  private void adjust(LocalDate day, LocalDate firstNight) throws UnworkableAccountException {
    for (LocalDate night : firstNight.datesUntil(day).filter(account::bearsInterestOn).toList()) {
      BigDecimal before = Terms.checked(book.balance(night, day.minusDays(1)));
      BigDecimal after = Terms.checked(book.balance(night, day));
      Optional<NightInterest> old = terms.product().on(night, before);
      Optional<NightInterest> now = terms.product().on(night, after);
      for (Kind kind : Kind.values()) {
        NightInterest.difference(ofKind(kind, old), ofKind(kind, now))
            .ifPresent(difference -> accrue(day, night, difference));
      }
    }
  }

  private static Optional<NightInterest> ofKind(Kind kind, Optional<NightInterest> interest) {
    return interest.filter(one -> one.kind() == kind);
  }

  private void accrue(LocalDate day, LocalDate night, NightInterest interest) {
    Accrual accrual =
        new Accrual(
            account.accountId(), day, night, interest, terms.product().dayCount().night(night));
    accruals.add(accrual);
    book.accrue(interest.kind(), accrual.worth());
  }

  private void post(LocalDate day) {
    LocalDate from = terms.product().periodStart(day, account.openedOn());
    // The account that is closed today bears no further night.
    LocalDate valueDate = account.isClosedOn(day) ? day : day.plusDays(1);
    for (Kind kind : Kind.values()) {
      BigDecimal amount =
          book.takeUnposted(kind).rounded(terms.minorUnit(), terms.product().rounding());
      if (amount.signum() != 0) {
        Posting posting = new Posting(account.accountId(), day, kind, from, valueDate, amount);
        postings.add(posting);
        book.add(posting.entry());
      }
    }
  }
}

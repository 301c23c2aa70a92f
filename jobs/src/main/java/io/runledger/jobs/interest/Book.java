package io.runledger.jobs.interest;

import io.runledger.jobs.interest.terms.Interest;
import io.runledger.jobs.interest.terms.Kind;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One account's entries, and its interest that is accrued and not posted. */
final class Book {

  private BigDecimal opening = BigDecimal.ZERO;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<Kind, Interest> unposted = new EnumMap<>(Kind.class);

  /** Begins with a balance, of a date before all that is asked for, instead of its entries. */
  void openWith(BigDecimal balance) {
    opening = balance;
  }

  void add(Entry entry) {
    entries.add(entry);
  }

  void accrue(Kind kind, Interest interest) {
    unposted.merge(kind, interest, Interest::plus);
  }

  /** What is accrued of this kind; there is none of it after that. */
  Interest takeUnposted(Kind kind) {
    return Optional.ofNullable(unposted.remove(kind)).orElse(Interest.ZERO);
  }

  /** The balance of a night, as known at the end of that date. */
  BigDecimal balance(LocalDate night, LocalDate knownOn) {
    BigDecimal balance = opening;
    for (Entry entry : entries) {
      if (entry.isIn(night, knownOn)) {
        balance = balance.add(entry.amount());
      }
    }
    return balance;
  }

  /** The first night that an entry booked late, on this date, reaches back to. */
  Optional<LocalDate> firstNightChangedOn(LocalDate bookingDate) {
    return entries.stream()
        .filter(entry -> entry.isLate() && entry.bookingDate().equals(bookingDate))
        .map(Entry::valueDate)
        .min(LocalDate::compareTo);
  }
}

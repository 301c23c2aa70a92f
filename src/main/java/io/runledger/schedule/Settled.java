package io.runledger.schedule;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Up to when everything of a job that fell due is over, as far as this pod knows. It spares looking
 * at it again; what is opened again later is seen by its row.
 */
final class Settled {

  private final Map<String, Instant> until = new ConcurrentHashMap<>();

  Instant of(String job) {
    return until.getOrDefault(job, Instant.EPOCH);
  }

  void note(Agenda agenda) {
    until.merge(
        agenda.schedule().job(),
        agenda.settled(),
        (before, now) -> now.isAfter(before) ? now : before);
  }

  /** A database that was away may have come back with less than it had. */
  void forget() {
    until.clear();
  }
}

package io.runledger.guard;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that was ever guarded here, as the database has it.
 *
 * @param name the job
 * @param since when it was first seen
 * @param hold who holds it back; null if nobody does
 * @param releasedAt when the last hold ended; null if there was none, or it is on hold
 * @param renamedTo the job that took its runs over; null if none did
 */
public record RegisteredJob(
    String name,
    Instant since,
    @Nullable Hold hold,
    @Nullable Instant releasedAt,
    @Nullable String renamedTo) {

  /**
   * Nothing of the job starts on any pod; what runs goes on.
   *
   * @param actor who said so
   * @param at when
   * @param reason why
   */
  public record Hold(String actor, Instant at, @Nullable String reason) {
    @Override
    public String toString() {
      return "on hold since %s by %s%s".formatted(at, actor, reason == null ? "" : ": " + reason);
    }
  }
}

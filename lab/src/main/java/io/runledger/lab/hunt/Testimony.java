package io.runledger.lab.hunt;

import io.runledger.guard.Filter;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What the witnesses in all pods tell: what Redis said to each attempt, and which writes of lost
 * attempts the fence refused. Pods and database are on one machine, so their times compare.
 */
final class Testimony {

  /** A lock that Redis granted, until the attempt gave it back or was last heard of. */
  private static final class Grant {

    private final String lock;
    private final String pod;
    private final Instant told;
    private Instant lastSign;
    private @Nullable Instant givenBack;
    private boolean lost;

    Grant(String lock, String pod, Instant told) {
      this.lock = lock;
      this.pod = pod;
      this.told = told;
      this.lastSign = told;
    }
  }

  private final Map<Filter.Answer, Integer> answers = new EnumMap<>(Filter.Answer.class);
  private final Map<UUID, Grant> grants = new LinkedHashMap<>();
  private final Map<UUID, Instant> refused = new LinkedHashMap<>();

  /** The fence refused a write of this attempt; of several, the last counts. */
  synchronized void refused(UUID attempt, Instant at) {
    refused.put(attempt, at);
  }

  /** A line {@code HELD|chunks|3f0c...|2026-03-01T00:00:00Z} of a {@link FilterWitness}. */
  synchronized void hear(String pod, String line) {
    String[] parts = line.split("\\|", 4);
    UUID attempt = UUID.fromString(parts[2]);
    Instant at = Instant.parse(parts[3]);
    Grant grant = grants.get(attempt);
    if (parts[0].equals(FilterWitness.GIVEN_BACK)) {
      if (grant != null && grant.givenBack == null) {
        grant.givenBack = at;
        grant.lastSign = at;
      }
    } else if (parts[0].startsWith(FilterWitness.PROBED)) {
      // A probe may come upon a lock that was given back a moment ago.
      if (grant != null && grant.givenBack == null) {
        grant.lastSign = at;
        grant.lost |= parts[0].endsWith(Filter.Holding.LOST.name());
      }
    } else {
      Filter.Answer answer = Filter.Answer.valueOf(parts[0]);
      answers.merge(answer, 1, Integer::sum);
      if (answer == Filter.Answer.HELD) {
        grants.put(attempt, new Grant(parts[1], pod, at));
      }
    }
  }

  /** How often Redis said what. */
  synchronized Map<Filter.Answer, Integer> counts() {
    return new EnumMap<>(answers);
  }

  /** Writes all of it beside the ledger, for {@link RedisAlone}. */
  synchronized void write(JdbcClient jdbc) {
    grants.forEach(
        (attempt, grant) ->
            jdbc.sql(
                    """
                    INSERT INTO hunt.redis_grant (attempt, lock, pod, told, last_sign, given_back, lost)
                    VALUES (:attempt, :lock, :pod, :told, :lastSign, :givenBack, :lost)
                    """)
                .param("attempt", attempt)
                .param("lock", grant.lock)
                .param("pod", grant.pod)
                .param("told", grant.told.atOffset(ZoneOffset.UTC))
                .param("lastSign", grant.lastSign.atOffset(ZoneOffset.UTC))
                .param(
                    "givenBack",
                    grant.givenBack == null ? null : grant.givenBack.atOffset(ZoneOffset.UTC),
                    Types.TIMESTAMP_WITH_TIMEZONE)
                .param("lost", grant.lost)
                .update());
    refused.forEach(
        (attempt, at) ->
            jdbc.sql("INSERT INTO hunt.refused_write (attempt, at) VALUES (?, ?)")
                .param(attempt)
                .param(at.atOffset(ZoneOffset.UTC))
                .update());
  }
}

package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.RunKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Overlapping chunks of an attempt that does not know that it is superseded, and a taker that
 * supersedes it again and again. After each claim the taker counts what the losers have committed;
 * what they commit later is a double effect.
 */
@SuppressWarnings("NullAway") // what is not set at once is set before the test needs it
class FenceHammerTest {

  private static final int CHUNKERS = 8;
  private static final int CHUNKS_EACH = 30;
  private static final Duration LENGTH = Duration.ofSeconds(5);

  /** For a machine that has no time for as much as is asked for. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final RunKey key = GuardFixture.newRun();
  private final AtomicInteger chunks = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger();
  private final Map<Long, Integer> committedAtTakeover = new TreeMap<>();

  private volatile LiveAttempt current;
  private volatile boolean over;

  @Test
  void nothing_of_a_loser_is_committed_after_a_takeover_while_8_threads_chunk() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CHUNKERS);
    try (GuardFixture fixture = GuardFixture.create(CHUNKERS + 3)) {
      fixture.jdbc.sql("CREATE TABLE effect (fence bigint)").update();
      current = fixture.begin(key);
      List<Future<?>> chunkers = new ArrayList<>();
      for (int i = 0; i < CHUNKERS; i++) {
        chunkers.add(threads.submit(() -> chunkUntilItIsOver(fixture)));
      }
      long longest = takeOverUntilItIsOver(fixture);
      over = true;
      for (Future<?> chunker : chunkers) {
        chunker.get(1, TimeUnit.MINUTES);
      }

      Map<Long, Integer> committedInTheEnd = effectsByFence(fixture);
      committedAtTakeover.forEach(
          (fence, committed) ->
              assertThat(committedInTheEnd.getOrDefault(fence, 0))
                  .as("committed under fence %d, with what came after the takeover", fence)
                  .isEqualTo(committed));
      assertThat(committedAtTakeover).as("takeovers").hasSizeGreaterThan(20);
      assertThat(chunks.get()).as("chunks").isGreaterThan(1000);
      assertThat(refusals.get()).as("refusals").isGreaterThan(20);
      assertThat(Duration.ofNanos(longest)).as("longest takeover").isLessThan(LENGTH.dividedBy(2));
    } finally {
      over = true;
      threads.shutdownNow();
    }
  }

  private void chunkUntilItIsOver(GuardFixture fixture) {
    while (!over) {
      // A copy of its own: what another thread found out must not spare this one the question.
      LiveAttempt seen = current;
      LiveAttempt mine = new LiveAttempt(seen.attempt(), seen.job(), seen.lockName());
      try {
        while (!over) {
          fixture.transaction.executeWithoutResult(
              status -> {
                fixture.template.update("INSERT INTO effect VALUES (?)", mine.attempt().fence());
                fixture.fence.require(mine);
              });
          chunks.incrementAndGet();
        }
      } catch (AttemptLostException e) {
        refusals.incrementAndGet();
      }
    }
  }

  private boolean isEnough() {
    return committedAtTakeover.size() > 20 && chunks.get() > 1000 && refusals.get() > 20;
  }

  private static Duration since(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /** The time of the longest takeover in nanoseconds. */
  private long takeOverUntilItIsOver(GuardFixture fixture) {
    long longest = 0;
    long begun = System.nanoTime();
    while (since(begun).compareTo(LENGTH) < 0
        || (!isEnough() && since(begun).compareTo(LIMIT) < 0)) {
      int before = chunks.get();
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(1))
          .until(() -> chunks.get() >= before + CHUNKS_EACH);
      LiveAttempt loser = current;
      long asked = System.nanoTime();
      LiveAttempt successor = fixture.takeOver(loser);
      longest = Math.max(longest, System.nanoTime() - asked);
      committedAtTakeover.put(
          loser.attempt().fence(),
          fixture
              .jdbc
              .sql("SELECT count(*) FROM effect WHERE fence = ?")
              .param(loser.attempt().fence())
              .query(Integer.class)
              .single());
      current = successor;
    }
    return longest;
  }

  private static Map<Long, Integer> effectsByFence(GuardFixture fixture) {
    Map<Long, Integer> effects = new TreeMap<>();
    fixture.template.query(
        "SELECT fence, count(*) FROM effect GROUP BY fence",
        rs -> {
          effects.put(rs.getLong(1), rs.getInt(2));
        });
    return effects;
  }
}

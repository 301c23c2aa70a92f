package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.guard.AttemptEnd;
import io.runledger.guard.Guard;
import io.runledger.guard.LiveAttempt;
import io.runledger.guard.Passage;
import io.runledger.guard.Warnings;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two pods on one ledger; the fence moves while one of them is in the middle of a step. */
class FenceInStepsTest {

  private static Database database;
  private static EffectsTable effects;
  private static GuardedApplication loser;
  private static GuardedApplication successor;

  @BeforeAll
  static void start() {
    database = PostgresServer.shared().newDatabase();
    effects = EffectsTable.create(database);
    loser = GuardedApplication.start(database, JobsOfEveryKind.class, JobsOfEveryKind.settings());
    successor =
        GuardedApplication.start(database, JobsOfEveryKind.class, JobsOfEveryKind.settings());
  }

  @AfterAll
  static void stop() {
    loser.close();
    successor.close();
  }

  @AfterEach
  void releaseThreads() {
    loser.bean(Pause.class).release();
  }

  @ParameterizedTest
  @EnumSource
  void a_step_whose_fence_moves_in_its_middle_commits_nothing_more(KindOfStep kind) {
    RunKey key = RunKey.of(kind.job(), LocalDate.of(2026, 1, 5));
    try (Warnings warnings = Warnings.ofAll()) {
      Attempt lost = startAndPause(kind, key);
      Map<String, Long> committed = effectsByWriter(key);
      expireLease(key);

      Passage.Granted taken = successor.take(key);
      List<String> metadata = new Metadata(database).ofAttempt(lost.id());
      loser.bean(Pause.class).release();
      EndedAttempt end = loser.awaitEnd(lost);

      assertThat(end.status()).isEqualTo("LOST");
      assertThat(effectsByWriter(key)).isEqualTo(committed);
      assertThat(new Metadata(database).ofAttempt(lost.id())).isEqualTo(metadata);
      assertToldOnce(warnings, lost, taken.attempt().attempt());
      successor.bean(Guard.class).grants().finish(taken.attempt(), AttemptEnd.failed("unplugged"));
    }
    EndedAttempt third = successor.run(key);
    assertThat(third.status()).isEqualTo("COMPLETED");
    effects.assertOnceEach(key.toString(), JobsOfEveryKind.ITEMS);
  }

  @ParameterizedTest
  @EnumSource
  void a_run_that_is_taken_over_in_the_middle_of_a_step_is_completed_while_its_old_pod_is_frozen(
      KindOfStep kind) {
    RunKey key = RunKey.of(kind.job(), LocalDate.of(2026, 1, 6));
    try (Warnings warnings = Warnings.ofAll()) {
      Attempt lost = startAndPause(kind, key);
      Map<String, Long> committed = effectsByWriter(key);
      expireLease(key);

      Verdict recovery = successor.ask(RunRequest.of(key, Cause.recovery()));
      assertThat(recovery.word()).isEqualTo("RESUMED");
      assertThat(successor.awaitEnd(recovery).status()).isEqualTo("COMPLETED");
      effects.assertOnceEach(key.toString(), JobsOfEveryKind.ITEMS);
      List<String> metadata = new Metadata(database).ofAttempt(lost.id());
      loser.bean(Pause.class).release();
      EndedAttempt end = loser.awaitEnd(lost);

      assertThat(end.status()).isEqualTo("LOST");
      effects.assertOnceEach(key.toString(), JobsOfEveryKind.ITEMS);
      assertThat(effectsByWriter(key)).containsAllEntriesOf(committed);
      assertThat(new Metadata(database).ofAttempt(lost.id())).isEqualTo(metadata);
      assertThat(successor.ledgerRow(key).status()).isEqualTo(RunStatus.COMPLETED);
      assertToldOnce(warnings, lost, GuardedApplication.attempt(recovery));
    }
  }

  @Test
  void an_attempt_that_learns_of_its_loss_by_a_renewal_stops_and_says_so_once() {
    RunKey key = RunKey.of("chunks", LocalDate.of(2026, 1, 7));
    try (GuardedApplication shortLeased = startWithALeaseOf("1500ms")) {
      Pause pause = shortLeased.bean(Pause.class);
      try (Warnings warnings = Warnings.ofAll()) {
        pause.at(8);
        Attempt lost = GuardedApplication.attempt(shortLeased.ask(key));
        pause.awaitThreads(1);
        Passage.Granted taken = takeBetweenTwoRenewals(key);
        LiveAttempt live = shortLeased.bean(Guard.class).live().byId(lost.id()).orElseThrow();
        await().atMost(Duration.ofSeconds(30)).until(live::isLost);
        List<String> metadata = new Metadata(database).ofAttempt(lost.id());
        pause.release();

        assertThat(shortLeased.awaitEnd(lost).status()).isEqualTo("LOST");
        assertThat(effects.count(key.toString())).isEqualTo(5);
        assertThat(new Metadata(database).ofAttempt(lost.id())).isEqualTo(metadata);
        assertThat(warnings.lines())
            .containsExactly(
                "WARN %s: attempt 1 is lost: the lease 'chunks' has another owner. It stops, and commits nothing more."
                    .formatted(key));
        successor
            .bean(Guard.class)
            .grants()
            .finish(taken.attempt(), AttemptEnd.failed("unplugged"));
      } finally {
        pause.release();
      }
    }
    assertThat(successor.run(key).status()).isEqualTo("COMPLETED");
    effects.assertOnceEach(key.toString(), JobsOfEveryKind.ITEMS);
  }

  private static GuardedApplication startWithALeaseOf(String lease) {
    List<String> settings = new ArrayList<>();
    for (String setting : JobsOfEveryKind.settings()) {
      settings.add(setting.substring(0, setting.indexOf('=') + 1) + lease);
    }
    return GuardedApplication.start(
        database, JobsOfEveryKind.class, settings.toArray(String[]::new));
  }

  /** A renewal may revive the lease before it is claimed; then it is expired once more. */
  private static Passage.Granted takeBetweenTwoRenewals(RunKey key) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              expireLease(key);
              return successor.tryToTake(key);
            },
            Optional::isPresent)
        .orElseThrow();
  }

  /** The attempt of the loser, with effects of a chunk written and not committed. */
  private static Attempt startAndPause(KindOfStep kind, RunKey key) {
    Pause pause = loser.bean(Pause.class);
    pause.at(8, 28);
    Verdict begun = loser.ask(key);
    pause.awaitThreads(kind.writers());
    return GuardedApplication.attempt(begun);
  }

  /** As if the loser had been silent for its whole length. */
  private static void expireLease(RunKey key) {
    int rows =
        database
            .jdbc()
            .sql(
                """
                UPDATE runledger.batch_lock
                   SET locked_until = clock_timestamp() - interval '1 second' WHERE name = ?
                """)
            .param(key.job())
            .update();
    assertThat(rows).isEqualTo(1);
  }

  private static Map<String, Long> effectsByWriter(RunKey key) {
    Map<String, Long> counts = new TreeMap<>();
    database
        .jdbc()
        .sql("SELECT written_by, count(*) FROM public.effects WHERE run = ? GROUP BY written_by")
        .param(key.toString())
        .query(
            row -> {
              counts.put(row.getString(1), row.getLong(2));
            });
    return counts;
  }

  private static void assertToldOnce(Warnings warnings, Attempt lost, Attempt successor) {
    assertThat(warnings.lines()).hasSize(1);
    assertThat(warnings.lines().get(0))
        .startsWith("WARN %s: attempt %d is lost".formatted(lost.key(), lost.number()))
        .contains(
            "attempt %d on %s took over under fence %d"
                .formatted(successor.number(), successor.pod(), successor.fence()));
  }
}

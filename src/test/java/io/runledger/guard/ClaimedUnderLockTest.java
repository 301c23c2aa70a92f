package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What comes up between the look at a run and its claim: the claim looks again, with the rows
 * locked, so that it comes either before or after it.
 */
class ClaimedUnderLockTest {

  private static GuardFixture fixture;
  private static JobRegister register;

  private final RunKey key = GuardFixture.newRun();
  private final RunKey upstream = GuardFixture.newRun();

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create();
    register = new JobRegister(fixture.pool, new DatabaseClock(fixture.pool));
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Test
  void a_job_that_was_put_on_hold_meanwhile_is_not_claimed() {
    register.register(Set.of(key.job()));
    assertThat(register.hold(key.job(), "ann", null)).isTrue();

    assertThat(claim(Timetable.Entry.free(key))).isEmpty();

    assertThat(fixture.ledger.read(key)).isEmpty();
    register.release(key.job());
    assertThat(claim(Timetable.Entry.free(key))).isPresent();
  }

  @Test
  void a_hold_that_is_just_being_written_is_waited_for() throws Exception {
    register.register(Set.of(key.job()));
    try (OpenTransaction hold = fixture.open()) {
      hold.jdbc.update(
          """
          UPDATE runledger.batch_job SET held_at = clock_timestamp(), held_by = 'ann'
           WHERE job_name = ?
          """,
          key.job());
      assertThatItWaitsAndIsRefused(hold, Timetable.Entry.free(key));
    }
  }

  @Test
  void a_reopening_of_a_run_that_it_builds_on_is_waited_for() throws Exception {
    LiveAttempt before = fixture.begin(upstream);
    fixture.ledger.finish(before, AttemptEnd.completed());
    try (OpenTransaction reopening = fixture.open()) {
      reopening.jdbc.update(
          """
          UPDATE runledger.batch_run SET status = 'REOPENED', generation = generation + 1
           WHERE job_name = ?
          """,
          upstream.job());
      assertThatItWaitsAndIsRefused(
          reopening,
          new Timetable.Entry(null, key.batchDate(), false, List.of(), List.of(upstream), null));
    }
  }

  @Test
  void an_earlier_date_that_was_begun_meanwhile_keeps_a_sequential_run_from_being_claimed() {
    RunKey yesterday = RunKey.of(key.job(), key.batchDate().minusDays(1));
    LiveAttempt begun = fixture.begin(yesterday);
    Timetable.Entry sequential =
        new Timetable.Entry(null, key.batchDate(), true, List.of(), List.of(), null);

    assertThat(claim(sequential)).isEmpty();
    fixture.ledger.finish(begun, AttemptEnd.completed());
    assertThat(claim(sequential)).isPresent();
  }

  private void assertThatItWaitsAndIsRefused(OpenTransaction other, Timetable.Entry entry)
      throws Exception {
    CompletableFuture<Optional<Attempt>> claim = CompletableFuture.supplyAsync(() -> claim(entry));
    fixture.awaitWaiting(claim);
    other.commit();
    assertThat(claim.get(1, TimeUnit.MINUTES)).isEmpty();
    assertThat(fixture.ledger.read(key)).isEmpty();
  }

  /** As if the run had been looked at a moment ago, when nothing stood in its way. */
  private Optional<Attempt> claim(Timetable.Entry entry) {
    return fixture
        .ledger
        .claim(
            RunRequest.of(key, Cause.schedule()),
            Optional.empty(),
            entry,
            UUID.randomUUID(),
            fixture.jdbc.sql("SELECT nextval('runledger.batch_fence')").query(Long.class).single(),
            key.job(),
            fixture.pod)
        .map(Claim::attempt);
  }
}

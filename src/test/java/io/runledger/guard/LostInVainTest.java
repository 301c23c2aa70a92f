package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A run that kills whoever works on it. */
class LostInVainTest {

  private static GuardFixture fixture;

  private final RunKey key = GuardFixture.newRun();

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Test
  void the_fourth_attempt_does_not_work_but_closes_the_run_and_says_why() {
    LiveAttempt third = fixture.takeOver(fixture.takeOver(fixture.begin(key)));
    assertThat(third.insteadOfWork()).as("two are no row").isNull();

    AttemptEnd end = Objects.requireNonNull(fixture.takeOver(third).insteadOfWork());

    assertThat(end.status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(end.message()).contains("3 attempts in a row were lost", "by hand");
  }

  @Test
  void one_that_dies_before_it_could_close_the_run_leaves_that_to_the_next() {
    LiveAttempt fourth = fixture.takeOver(threeLost());

    assertThat(fixture.takeOver(fourth).insteadOfWork()).isNotNull();
  }

  @Test
  void a_chunk_that_one_of_them_committed_lets_the_next_one_work() {
    LiveAttempt first = fixture.begin(key);
    commitsAChunk(first, true);
    LiveAttempt fourth = fixture.takeOver(fixture.takeOver(fixture.takeOver(first)));
    assertThat(fourth.insteadOfWork()).isNull();

    assertThat(fixture.takeOver(fourth).insteadOfWork()).as("three more").isNotNull();
  }

  @Test
  void a_chunk_that_is_rolled_back_does_not_count_and_is_told_again_by_the_next() {
    LiveAttempt first = fixture.begin(key);
    commitsAChunk(first, false);
    assertThat(first.hasProgressed()).isFalse();
    commitsAChunk(first, true);
    assertThat(first.hasProgressed()).isTrue();
    assertThat(progressOf(first)).isEqualTo("said");
  }

  @Test
  void a_person_may_try_again_and_what_was_lost_before_the_close_is_no_longer_counted() {
    LiveAttempt third = threeLost();
    LiveAttempt byHand = claim(third, Cause.person("ann", "with more memory"), false);
    assertThat(byHand.insteadOfWork()).isNull();

    LiveAttempt closing = fixture.takeOver(byHand);
    fixture.ledger.finish(closing, AttemptEnd.poisoned());
    fixture.jdbc.sql("UPDATE runledger.batch_lock SET locked_by = NULL").update();
    LiveAttempt again = claim(closing, Cause.person("ann", "once more"), false);
    assertThat(again.insteadOfWork()).isNull();
    assertThat(fixture.takeOver(again).insteadOfWork()).as("the row begins anew").isNull();
  }

  @Test
  void what_a_waiting_process_repeats_in_a_persons_name_does_not_count_as_the_person() {
    assertThat(claim(threeLost(), Cause.person("ann", null), true).insteadOfWork()).isNotNull();
  }

  /** Two are lost, and the third will be. */
  private LiveAttempt threeLost() {
    return fixture.takeOver(fixture.takeOver(fixture.begin(key)));
  }

  private static void commitsAChunk(LiveAttempt live, boolean commits) {
    fixture.transaction.executeWithoutResult(
        status -> {
          fixture.fence.require(live);
          fixture.fence.progress(live);
          if (!commits) {
            status.setRollbackOnly();
          }
        });
  }

  private static @Nullable String progressOf(LiveAttempt live) {
    return fixture
        .jdbc
        .sql(
            """
            SELECT CASE WHEN progressed_at IS NULL THEN 'never' ELSE 'said' END
              FROM runledger.batch_attempt WHERE attempt_id = ?
            """)
        .param(live.attempt().id())
        .query(String.class)
        .single();
  }

  private LiveAttempt claim(LiveAttempt from, Cause cause, boolean again) {
    fixture.expire(from.lockName());
    UUID id = UUID.randomUUID();
    long fence = fixture.arbiter.acquire(key.job(), id, GuardFixture.LEASE).orElseThrow();
    RunRequest request = RunRequest.of(key, cause);
    return fixture
        .ledger
        .claim(
            again ? request.onceMore() : request,
            fixture.ledger.read(key),
            Timetable.Entry.free(key),
            id,
            fence,
            key.job(),
            fixture.pod)
        .map(claim -> new LiveAttempt(claim, GuardFixture.guardOf(key), key.job()))
        .orElseThrow();
  }
}

package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StopRequestsTest {

  private static final AttemptEnd BY_SHUTDOWN = new AttemptEnd(AttemptStatus.STOPPED, false, null);

  private static GuardFixture fixture;
  private static StopRequests requests;

  private final RunKey key = GuardFixture.newRun();

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create();
    requests = new StopRequests(fixture.pool);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Test
  void a_request_is_seen_by_the_attempt_it_was_meant_for() {
    LiveAttempt live = fixture.begin(key);
    assertThat(pending(live)).isEmpty();

    assertThat(requests.ask(key, "ann", "wrong rates")).isTrue();

    assertThat(pending(live))
        .containsExactly(
            new StopRequests.Pending(live.attempt().id(), "stopped by ann: wrong rates"));
    assertThat(row().stopAskedBy()).isEqualTo("ann");
  }

  @Test
  void the_watch_tells_it_to_the_attempt() {
    LiveAttempts attempts = new LiveAttempts();
    LiveAttempt live = fixture.begin(key);
    attempts.enter(live);
    StopWatch watch = new StopWatch(requests, attempts, PodTime.ofThisJvm());
    requests.ask(key, "ann", null);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> live.toldToStopBy() == LiveAttempt.Stop.PERSON);
    watch.close();
  }

  @Test
  void a_stop_by_a_shutdown_is_a_persons_if_one_had_asked_for_it() {
    LiveAttempt live = fixture.begin(key);
    requests.ask(key, "ann", "wrong rates");

    AttemptEnd end = fixture.ledger.finish(live, BY_SHUTDOWN).orElseThrow();

    assertThat(end.stoppedByPerson()).isTrue();
    assertThat(end.message()).isEqualTo("stopped by ann: wrong rates");
    assertThat(row().stoppedByPerson()).isTrue();
    assertThat(row().message()).isEqualTo("stopped by ann: wrong rates");
  }

  @Test
  void a_run_that_completed_before_it_saw_the_request_is_completed() {
    LiveAttempt live = fixture.begin(key);
    requests.ask(key, "ann", null);

    assertThat(fixture.ledger.finish(live, AttemptEnd.completed())).isPresent();

    assertThat(row().status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(row().stoppedByPerson()).isFalse();
    assertThat(row().message()).isNull();
  }

  @Test
  void a_request_does_not_outlive_its_attempt() {
    LiveAttempt live = fixture.begin(key);
    requests.ask(key, "ann", null);
    fixture.ledger.finish(live, BY_SHUTDOWN);

    LiveAttempt later = claim(Cause.person("bob", null)).orElseThrow();

    assertThat(later.insteadOfWork()).isNull();
    assertThat(pending(later)).isEmpty();
    AttemptEnd end = fixture.ledger.finish(later, BY_SHUTDOWN).orElseThrow();
    assertThat(end.stoppedByPerson()).isFalse();
  }

  @Test
  void who_takes_the_run_over_unasked_closes_it_and_so_does_who_takes_over_from_that() {
    LiveAttempt dead = fixture.begin(key);
    requests.ask(key, "ann", "wrong rates");

    LiveAttempt second = fixture.takeOver(dead);
    LiveAttempt third = fixture.takeOver(second);

    for (LiveAttempt successor : List.of(second, third)) {
      AttemptEnd end = Objects.requireNonNull(successor.insteadOfWork());
      assertThat(end.status()).isEqualTo(AttemptStatus.STOPPED);
      assertThat(end.stoppedByPerson()).isTrue();
      assertThat(end.message()).isEqualTo("stopped by ann: wrong rates");
    }
  }

  @Test
  void a_person_who_asks_for_the_run_of_a_dead_pod_takes_the_request_back() {
    LiveAttempt dead = fixture.begin(key);
    requests.ask(key, "ann", null);
    fixture.expire(dead.lockName());

    LiveAttempt byHand = claim(Cause.person("bob", null)).orElseThrow();

    assertThat(byHand.insteadOfWork()).isNull();
    assertThat(row().stopAskedBy()).isNull();
  }

  @Test
  void what_a_shutdown_stopped_is_not_resumed_unasked_once_a_person_asked_it_to_stop() {
    LiveAttempt live = fixture.begin(key);
    fixture.ledger.finish(live, BY_SHUTDOWN);

    assertThat(requests.ask(key, "ann", "wrong rates")).isTrue();

    assertThat(claim(Cause.recovery())).isEmpty();
    assertThat(row().message()).isEqualTo("stopped by ann: wrong rates");
    assertThat(claim(Cause.person("bob", null))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"COMPLETED", "FAILED"})
  void nothing_is_asked_of_a_run_that_has_ended(String status) {
    LiveAttempt live = fixture.begin(key);
    fixture.ledger.finish(live, new AttemptEnd(AttemptStatus.valueOf(status), false, "as it was"));
    Run before = row();

    assertThat(requests.ask(key, "ann", null)).isFalse();

    assertThat(row()).isEqualTo(before);
  }

  @Test
  void nothing_is_asked_of_a_run_that_never_was() {
    assertThat(requests.ask(key, "ann", null)).isFalse();
    assertThat(fixture.ledger.read(key)).isEmpty();
  }

  private static List<StopRequests.Pending> pending(LiveAttempt live) {
    return requests.pending(List.of(live.attempt().id()));
  }

  private Run row() {
    return fixture.ledger.read(key).orElseThrow();
  }

  private Optional<LiveAttempt> claim(Cause cause) {
    fixture.expire(key.job());
    UUID id = UUID.randomUUID();
    long fence = fixture.arbiter.acquire(key.job(), id, GuardFixture.LEASE).orElseThrow();
    return fixture
        .ledger
        .claim(
            RunRequest.of(key, cause),
            fixture.ledger.read(key),
            Timetable.Entry.free(key),
            id,
            fence,
            key.job(),
            fixture.pod)
        .map(claim -> new LiveAttempt(claim, GuardFixture.guardOf(key), key.job()));
  }
}

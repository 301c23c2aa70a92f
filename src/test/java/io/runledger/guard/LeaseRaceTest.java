package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LeaseRaceTest {

  private record Grant(UUID attempt, long fence) {}

  private static GuardFixture fixture;

  private final Race race = new Race();

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create(Race.THREADS + 2);
  }

  @AfterAll
  static void closeFixture() {
    fixture.close();
  }

  @AfterEach
  void closeRace() {
    race.close();
  }

  @Test
  void of_32_threads_that_ask_for_one_lease_one_is_granted_and_fences_grow_in_grant_order()
      throws Exception {
    String lock = GuardFixture.newName();
    List<Long> fences = new ArrayList<>();
    for (int round = 0; round < Race.ROUNDS; round++) {
      List<Grant> grants = race.run(() -> grant(lock));

      assertThat(grants).as("grants of round %d", round).hasSize(1);
      fences.add(grants.get(0).fence());
      fixture.arbiter.release(lock, grants.get(0).attempt());
    }
    assertThat(fences).isSorted().doesNotHaveDuplicates();
  }

  /** Owners die one after another: nobody releases, the lease runs out while all ask for it. */
  @Test
  void of_32_threads_that_ask_for_one_dead_lease_one_is_granted() throws Exception {
    String lock = GuardFixture.newName();
    List<Long> fences = new ArrayList<>();
    for (int round = 0; round < Race.ROUNDS; round++) {
      List<Grant> grants = race.run(() -> grant(lock));

      assertThat(grants).as("grants of round %d", round).hasSize(1);
      fences.add(grants.get(0).fence());
      fixture.expire(lock);
    }
    assertThat(fences).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void of_32_threads_that_go_through_lease_and_ledger_one_has_the_run() throws Exception {
    String job = GuardFixture.newName();
    List<Long> fences = new ArrayList<>();
    for (int round = 0; round < Race.ROUNDS; round++) {
      RunKey key = RunKey.of(job, GuardFixture.DATE.plusDays(round));

      List<LiveAttempt> winners = race.run(() -> passBoth(key));

      assertThat(winners).as("winners of round %d", round).hasSize(1);
      fences.add(winners.get(0).attempt().fence());
      assertThat(fixture.ledger.finish(winners.get(0), AttemptEnd.completed())).isPresent();
      fixture.arbiter.release(job, winners.get(0).attempt().id());
    }
    assertThat(fences).isSorted().doesNotHaveDuplicates();
    assertThat(attemptsOf(job)).isEqualTo(Race.ROUNDS);
  }

  @Test
  void of_32_threads_that_a_lying_lease_let_through_the_ledger_lets_one_have_the_run()
      throws Exception {
    RunKey key = GuardFixture.newRun();
    for (int round = 0; round < 50; round++) {
      Optional<Run> seen = fixture.ledger.read(key);

      List<LiveAttempt> winners = race.run(() -> passLedgerOnly(key, seen));

      assertThat(winners).as("winners of round %d", round).hasSize(1);
      assertThat(winners.get(0).attempt().number()).isEqualTo(round + 1);
    }
    assertThat(attemptsOf(key.job())).isEqualTo(50);
  }

  private Optional<Grant> grant(String lock) {
    UUID attempt = UUID.randomUUID();
    OptionalLong fence = fixture.arbiter.acquire(lock, attempt, GuardFixture.LEASE);
    return fence.isPresent()
        ? Optional.of(new Grant(attempt, fence.getAsLong()))
        : Optional.empty();
  }

  private Optional<LiveAttempt> passBoth(RunKey key) {
    return grant(key.job()).flatMap(grant -> claim(key, Optional.empty(), grant));
  }

  /** As if the lease had been granted to everybody. */
  private Optional<LiveAttempt> passLedgerOnly(RunKey key, Optional<Run> seen) {
    long fence =
        fixture.jdbc.sql("SELECT nextval('runledger.batch_fence')").query(Long.class).single();
    return claim(key, seen, new Grant(UUID.randomUUID(), fence));
  }

  private Optional<LiveAttempt> claim(RunKey key, Optional<Run> seen, Grant grant) {
    RunRequest request = RunRequest.of(key, Cause.recovery());
    return fixture
        .ledger
        .claim(
            request,
            seen,
            Timetable.Entry.free(key),
            grant.attempt(),
            grant.fence(),
            key.job(),
            fixture.pod)
        .map(won -> new LiveAttempt(won, GuardFixture.guardOf(key), key.job()));
  }

  private int attemptsOf(String job) {
    return fixture
        .jdbc
        .sql("SELECT count(*) FROM runledger.batch_attempt WHERE job_name = :job")
        .param("job", job)
        .query(Integer.class)
        .single();
  }
}

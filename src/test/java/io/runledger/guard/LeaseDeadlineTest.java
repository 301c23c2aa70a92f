package io.runledger.guard;

import static io.runledger.guard.GuardFixture.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What holds at the very instant of a deadline. The database's clock stands still here: the
 * sessions find a {@code clock_timestamp()} of this test before PostgreSQL's own.
 */
class LeaseDeadlineTest {

  private static final Instant GRANTED = Instant.parse("2026-03-31T22:00:00Z");
  private static final Duration TICK = Duration.ofNanos(1_000);

  private static GuardFixture fixture;
  private static HikariDataSource still;
  private static LeaseArbiter arbiter;
  private static Ledger ledger;
  private static Standings standings;

  private final RunKey key = GuardFixture.newRun();

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create();
    fixture
        .jdbc
        .sql(
            """
            CREATE SCHEMA still;
            CREATE TABLE still.clock (now timestamptz);
            INSERT INTO still.clock VALUES (NULL);
            CREATE FUNCTION still.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
                   AS 'SELECT now FROM still.clock'
            """)
        .update();
    still = new HikariDataSource();
    still.setJdbcUrl(fixture.database.jdbcUrl());
    still.setUsername(fixture.database.user());
    still.setPassword(fixture.database.password());
    still.setMaximumPoolSize(2);
    still.setConnectionInitSql("SET search_path = still, pg_catalog");
    arbiter = new LeaseArbiter(still, still);
    ledger = new Ledger(still, new DatabaseClock(still));
    standings = new Standings(still);
  }

  @AfterAll
  static void close() {
    still.close();
    fixture.close();
  }

  @Test
  void a_lease_lives_up_to_its_deadline_and_is_granted_to_another_an_instant_later() {
    begin();

    at(GRANTED.plus(LEASE));
    assertThat(saidToLive()).containsOnly(true);
    assertThat(acquire()).as("granted at the deadline").isFalse();

    at(GRANTED.plus(LEASE).plus(TICK));
    assertThat(saidToLive()).containsOnly(false);
    assertThat(acquire()).as("granted after it").isTrue();
  }

  @Test
  void a_deadline_of_twice_the_lease_ahead_is_believed_and_one_an_instant_further_is_not() {
    begin();

    at(GRANTED.minus(LEASE));
    assertThat(saidToLive()).containsOnly(true);
    assertThat(acquire()).as("granted while it is believed").isFalse();

    at(GRANTED.minus(LEASE).minus(TICK));
    assertThat(saidToLive()).containsOnly(false);
    assertThat(acquire()).as("granted as the clock was set back").isTrue();
  }

  /** Asked for, granted and claimed at one instant. */
  private void begin() {
    at(GRANTED);
    UUID id = UUID.randomUUID();
    long fence = arbiter.acquire(key.job(), id, LEASE).orElseThrow();
    assertThat(
            ledger.claim(
                RunRequest.of(key, Cause.schedule()),
                ledger.read(key),
                Timetable.Entry.free(key),
                id,
                fence,
                key.job(),
                fixture.pod))
        .isPresent();
  }

  private boolean acquire() {
    return arbiter.acquire(key.job(), UUID.randomUUID(), LEASE).isPresent();
  }

  /** Whether the lease lives, by the word of whoever is asked of it. */
  private List<Boolean> saidToLive() {
    Run run = ledger.read(key).orElseThrow();
    Standings.Standing standing = standings.of(List.of(key)).get(key);
    return List.of(
        arbiter.holder(key.job()).orElseThrow().lives(),
        run.leaseLives(),
        ledger.waiting(List.of(key.job())).isEmpty(),
        standing != null && standing.isAtWork());
  }

  private static void at(Instant now) {
    fixture.jdbc.sql("UPDATE still.clock SET now = ?").param(now.atOffset(ZoneOffset.UTC)).update();
  }
}

package io.runledger.lab.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.Database;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.jdbc.core.simple.JdbcClient;

@DisplayName("What Redis alone would have let in")
class RedisAloneTest {

  private static final OffsetDateTime NIGHT = OffsetDateTime.parse("2026-03-01T22:00:00Z");

  private static HuntDatabase hunt;
  private static JdbcClient jdbc;

  private final Testimony testimony = new Testimony();
  private final UUID first = UUID.randomUUID();
  private final UUID second = UUID.randomUUID();

  @BeforeAll
  static void makeTheLedger() {
    hunt = new HuntDatabase();
    Database database = hunt.database();
    jdbc = hunt.jdbc();
    new SpringApplicationBuilder(HuntPod.class)
        .run(
            "--spring.datasource.url=" + database.jdbcUrl(),
            "--spring.datasource.username=" + database.user(),
            "--spring.datasource.password=" + database.password(),
            "--spring.main.web-application-type=none",
            "--runledger.worker=false")
        .close();
  }

  @AfterAll
  static void stop() {
    hunt.close();
  }

  /** Second 1: granted by Redis. Second 2: its lease lives until 6. Second 3: it has the run. */
  @BeforeEach
  void anAttemptIsAtWork() {
    hunt.database()
        .template()
        .execute(
            """
            TRUNCATE hunt.lease_change, hunt.redis_grant, hunt.refused_write, runledger.batch_attempt,
                     runledger.batch_run
            """);
    hears("HELD", first, 1);
    jdbc.sql("INSERT INTO hunt.lease_change VALUES ('chunks', ?, ?, ?)")
        .params(first, at(6), at(2))
        .update();
    jdbc.sql(
            """
            INSERT INTO runledger.batch_run
                   (job_name, batch_date, covered_from, status, fence, attempt_id, lock_name, pod)
            VALUES ('chunks', '2026-03-01', '2026-03-01', 'RUNNING', 5, ?, 'chunks', 'pod-1')
            """)
        .param(first)
        .update();
    jdbc.sql(
            """
            INSERT INTO runledger.batch_attempt
                   (attempt_id, job_name, batch_date, part, number, generation, fence, pod, cause, started_at)
            VALUES (?, 'chunks', '2026-03-01', '', 1, 1, 5, 'pod-1', 'SCHEDULE', ?)
            """)
        .params(first, at(3))
        .update();
  }

  private static OffsetDateTime at(int second) {
    return NIGHT.plusSeconds(second);
  }

  private void hears(String what, UUID attempt, int second) {
    testimony.hear(
        "pod",
        String.join("|", what, "chunks", attempt.toString(), at(second).toInstant().toString()));
  }

  private RedisAlone counted() {
    testimony.write(jdbc);
    return RedisAlone.of(jdbc);
  }

  @Test
  void counts_a_grant_beside_one_whose_lease_lives() {
    hears("HELD", second, 4);
    hears("PROBED_LOST", first, 5);
    assertThat(counted()).isEqualTo(new RedisAlone(1, 0, 1));
  }

  @Test
  void counts_a_grant_to_the_successor_of_one_that_writes_later() {
    hears("HELD", second, 8);
    testimony.refused(first, at(9).toInstant());
    assertThat(counted()).isEqualTo(new RedisAlone(0, 1, 0));
  }

  @Test
  void counts_no_grant_before_the_other_had_the_run() {
    hears("HELD", second, 2);
    hears("PROBED_HELD", first, 5);
    assertThat(counted().total()).isZero();
  }

  @Test
  void counts_no_grant_of_a_lock_that_was_given_back() {
    hears("GIVEN_BACK", first, 4);
    hears("PROBED_LOST", first, 4);
    hears("HELD", second, 5);
    testimony.refused(first, at(9).toInstant());
    assertThat(counted()).isEqualTo(new RedisAlone(0, 0, 0));
  }

  @Test
  void counts_no_grant_beside_an_attempt_of_a_dead_pod() {
    hears("PROBED_HELD", first, 4);
    hears("HELD", second, 5);
    assertThat(counted().total()).isZero();
  }

  @Test
  void counts_no_grant_beside_an_attempt_that_had_ended() {
    jdbc.sql("UPDATE runledger.batch_attempt SET status = 'COMPLETED', ended_at = ?")
        .param(at(4))
        .update();
    hears("HELD", second, 5);
    hears("GIVEN_BACK", first, 6);
    assertThat(counted().total()).isZero();
  }

  @Test
  void counts_nobody_when_redis_could_not_answer_either_of_them() {
    hears("UNKNOWN", second, 4);
    UUID third = UUID.randomUUID();
    hears("BUSY", third, 4);
    hears("GIVEN_BACK", first, 5);
    assertThat(counted().total()).isZero();
    assertThat(testimony.counts().toString()).isEqualTo("{HELD=1, BUSY=1, UNKNOWN=1}");
  }
}

package io.runledger.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.guard.ExplainedStatements;
import io.runledger.guard.LedgerSchema;
import io.runledger.guard.LongLedger;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Of the durations that the ledger keeps")
class DurationQueryTest {

  private static final String JOB = "interest";

  private final Database database = PostgresServer.shared().newDatabase();

  @BeforeEach
  void prepare() {
    var unused =
        new LedgerSchema(database.dataSource())
            .prepare(LedgerSchema.Mode.MIGRATE, "runledger.BATCH_");
  }

  private RunDurations durations() {
    return new DurationQuery(database.dataSource()).of(JOB);
  }

  private Advice advice(KeptDurations kept) {
    kept.keep(database, JOB);
    return Advice.of(JOB, durations(), Duration.ofSeconds(30), Duration.ofSeconds(30));
  }

  /** One more attempt at a run of that date, counted on from those that there are. */
  private void attempt(
      LocalDate date,
      int number,
      int generation,
      String status,
      Duration took,
      boolean progressed) {
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_run (job_name, batch_date, covered_from, status, fence,
                   attempt_id, lock_name, pod)
            VALUES (:job, :date, :date, 'COMPLETED', 1, gen_random_uuid(), :job, 'host:boot')
            ON CONFLICT DO NOTHING
            """)
        .param("job", JOB)
        .param("date", date)
        .update();
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_attempt (attempt_id, job_name, batch_date, part, number,
                   generation, fence, pod, cause, status, started_at, ended_at, progressed_at)
            VALUES (gen_random_uuid(), :job, :date, '', :number, :generation, 1, 'host:boot',
                    'SCHEDULE', :status, '2026-03-03', '2026-03-03'::timestamptz + :took * interval '1 ms',
                    CASE WHEN :progressed THEN timestamptz '2026-03-03' END)
            """)
        .param("job", JOB)
        .param("date", date)
        .param("number", number)
        .param("generation", generation)
        .param("status", status)
        .param("took", took.toMillis())
        .param("progressed", progressed)
        .update();
  }

  private void attempt(int number, String status, Duration took, boolean progressed) {
    attempt(LocalDate.of(2026, 3, 2), number, 1, status, took, progressed);
  }

  @Test
  void p50_8_s_p99_25_s_and_p999_40_s_give_a_ttl_of_80_s() {
    Advice advice = advice(KeptDurations.evenNights());

    assertThat(advice.durations().runs()).isEqualTo(10_000);
    assertThat(advice.durations().at(Percentile.P50)).hasValue(Duration.ofSeconds(8));
    assertThat(advice.durations().at(Percentile.P99)).hasValue(Duration.ofSeconds(25));
    assertThat(advice.durations().at(Percentile.P999)).hasValue(Duration.ofSeconds(40));
    assertThat(advice.durations().at(Percentile.P9999)).hasValue(Duration.ofSeconds(60));
    assertThat(advice.fixedTtl()).hasValue(Duration.ofSeconds(80));
    assertThat(advice.renewEvery()).hasValue(Duration.ofMillis(26_666));
    assertThat(advice.warnings()).isEmpty();
  }

  @Test
  void p50_5_s_p99_20_s_and_p999_35_s_give_a_ttl_of_70_s_and_p9999_120_s_a_warning() {
    Advice advice = advice(KeptDurations.nightsWithOutliers());

    assertThat(advice.durations().at(Percentile.P50)).hasValue(Duration.ofSeconds(5));
    assertThat(advice.durations().at(Percentile.P99)).hasValue(Duration.ofSeconds(20));
    assertThat(advice.durations().at(Percentile.P999)).hasValue(Duration.ofSeconds(35));
    assertThat(advice.durations().at(Percentile.P9999)).hasValue(Duration.ofMinutes(2));
    assertThat(advice.fixedTtl()).hasValue(Duration.ofSeconds(70));
    assertThat(advice.warnings()).containsExactly(Advice.Warning.P9999_BEYOND_TTL);
  }

  @Test
  void a_percentile_takes_as_many_runs_as_leave_one_above_it() {
    new KeptDurations().and(999, Duration.ofSeconds(1)).keep(database, JOB);
    assertThat(durations().missing()).containsExactly(Percentile.P999, Percentile.P9999);
    assertThat(durations().percentiles()).containsOnlyKeys(Percentile.P50, Percentile.P99);

    attempt(1, "COMPLETED", Duration.ofSeconds(9), true);
    assertThat(durations().missing()).containsExactly(Percentile.P9999);
    assertThat(durations().at(Percentile.P999)).hasValue(Duration.ofSeconds(1));
    assertThat(durations().longest()).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void a_run_beyond_the_ttl_is_warned_of_while_p9999_is_not_known() {
    Advice advice =
        advice(new KeptDurations().and(1_999, Duration.ofSeconds(4)).and(1, Duration.ofSeconds(9)));
    assertThat(advice.fixedTtl()).hasValue(Duration.ofSeconds(8));
    assertThat(advice.warnings())
        .containsExactly(Advice.Warning.TOO_LITTLE_HISTORY, Advice.Warning.LONGEST_BEYOND_TTL);
  }

  @Test
  void a_job_that_never_ran_has_none() {
    Advice advice = advice(new KeptDurations());
    assertThat(advice.durations().runs()).isZero();
    assertThat(advice.durations().longest()).isNull();
    assertThat(advice.fixedTtl()).isEmpty();
    assertThat(advice.leastTtl()).isEmpty();
    assertThat(advice.warnings()).containsExactly(Advice.Warning.TOO_LITTLE_HISTORY);
  }

  @Test
  void those_of_a_resumed_run_count_for_nothing() {
    attempt(1, "LOST", Duration.ofHours(9), true);
    attempt(2, "COMPLETED", Duration.ofSeconds(1), true);

    assertThat(durations().runs()).isZero();
    assertThat(durations().resumed()).isEqualTo(1);
  }

  @Test
  void those_of_an_attempt_that_found_nothing_done_count() {
    attempt(1, "FAILED", Duration.ofHours(9), false);
    attempt(2, "COMPLETED", Duration.ofSeconds(5), true);

    assertThat(durations())
        .isEqualTo(new RunDurations(1, 0, durations().percentiles(), Duration.ofSeconds(5)));
  }

  @Test
  void those_of_a_reopened_run_count_again() {
    attempt(1, "COMPLETED", Duration.ofSeconds(5), true);
    attempt(LocalDate.of(2026, 3, 2), 2, 2, "COMPLETED", Duration.ofSeconds(7), true);

    assertThat(durations().runs()).isEqualTo(2);
    assertThat(durations().at(Percentile.P50)).hasValue(Duration.ofSeconds(5));
    assertThat(durations().longest()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void those_over_which_the_server_s_clock_was_set_back_count_for_nothing() {
    attempt(1, "COMPLETED", Duration.ofHours(-1), true);
    assertThat(durations().runs()).isZero();
  }

  @Test
  void a_part_of_a_millisecond_counts_as_one() {
    new KeptDurations().and(2, Duration.ofMillis(3)).keep(database, JOB);
    database
        .jdbc()
        .sql("UPDATE runledger.batch_attempt SET ended_at = ended_at + interval '1 microsecond'")
        .update();
    assertThat(durations().longest()).isEqualTo(Duration.ofMillis(4));
  }

  @Test
  void only_the_job_s_own_attempts_are_read() {
    List<String> jobs = IntStream.range(0, 50).mapToObj("job-%02d"::formatted).toList();
    LongLedger.fill(database, jobs, LocalDate.of(2026, 3, 2), 100_000);
    ExplainedStatements statements = ExplainedStatements.explained(database.dataSource());

    assertThat(new DurationQuery(statements).of("job-07").runs()).isEqualTo(2_000);
    assertThat(statements.plans().values())
        .singleElement()
        .asString()
        .contains("batch_attempt")
        .doesNotContain("Seq Scan");
  }
}

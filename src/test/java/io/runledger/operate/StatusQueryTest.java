package io.runledger.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.runledger.guard.LedgerHistory;
import io.runledger.guard.LedgerSchema;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Run;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusQueryTest {

  private final Database database = PostgresServer.shared().newDatabase();
  private final StatusQuery query = new StatusQuery(new LedgerHistory(database.dataSource()));

  @BeforeEach
  void threeDatesOfTwoJobs() {
    var unused =
        new LedgerSchema(database.dataSource())
            .prepare(LedgerSchema.Mode.MIGRATE, "runledger.BATCH_");
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_run
                   (job_name, batch_date, covered_from, status, attempts, fence, attempt_id, lock_name, pod)
            SELECT job, date, date, 'COMPLETED', 2, 1, gen_random_uuid(), job, 'host:boot'
              FROM unnest(ARRAY['interest', 'statements']) AS job,
                   unnest(ARRAY['2026-03-01', '2026-03-02', '2026-03-03']::date[]) AS date
            """)
        .update();
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_attempt (attempt_id, job_name, batch_date, part, number,
                   generation, fence, pod, cause, actor, status)
            SELECT gen_random_uuid(), job_name, batch_date, part, number, 1, number, pod, 'PERSON',
                   'ann', CASE number WHEN 1 THEN 'LOST' ELSE 'COMPLETED' END
              FROM runledger.batch_run, generate_series(2, 1, -1) AS number
            """)
        .update();
  }

  private List<String> found(@Nullable String job, @Nullable LocalDate date, int limit) {
    return query.latest(job, date, limit).stream()
        .map(StatusQuery.RunHistory::run)
        .map(Run::key)
        .map(Object::toString)
        .toList();
  }

  @Test
  void the_latest_dates_come_first_up_to_the_limit() {
    assertThat(found(null, null, 3))
        .containsExactly("interest 2026-03-03", "statements 2026-03-03", "interest 2026-03-02");
  }

  @Test
  void job_and_date_narrow_it_down() {
    assertThat(found("interest", null, 10))
        .containsExactly("interest 2026-03-03", "interest 2026-03-02", "interest 2026-03-01");
    assertThat(found(null, LocalDate.of(2026, 3, 2), 10))
        .containsExactly("interest 2026-03-02", "statements 2026-03-02");
    assertThat(found("statements", LocalDate.of(2026, 3, 2), 10))
        .containsExactly("statements 2026-03-02");
    assertThat(found("none", null, 10)).isEmpty();
  }

  @Test
  void each_run_has_its_own_attempts_in_their_order() {
    assertThat(query.latest(null, null, 10))
        .hasSize(6)
        .allSatisfy(
            history ->
                assertThat(history.attempts())
                    .extracting(attempt -> attempt.key(), attempt -> attempt.status())
                    .containsExactly(
                        tuple(history.run().key(), AttemptStatus.LOST),
                        tuple(history.run().key(), AttemptStatus.COMPLETED)));
  }

  @Test
  void a_limit_that_makes_no_sense_is_refused() {
    assertThatThrownBy(() -> query.latest(null, null, 0))
        .hasMessage("The limit is 0; it must be from 1 to 10,000.");
  }

  @Test
  void a_job_s_name_that_the_database_could_not_read_is_refused() {
    assertThatThrownBy(() -> query.latest("a\u0000b", null, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The job 'a\uFFFDb' has the control character");
  }
}

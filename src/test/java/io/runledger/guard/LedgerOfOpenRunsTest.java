package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What waits for a pod, and what is recorded as not run. */
class LedgerOfOpenRunsTest {

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

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RUNNING             | waits
          STOPPED             | waits
          STOPPED by a person | is left
          REOPENED            | waits
          FAILED              | is left
          COMPLETED           | is left
          MISSED              | is left
          """)
  void a_run_whose_pod_is_gone_waits_for_another_or_is_left(String state, String expected) {
    fixture.begin(key);
    assertThat(waiting()).as("its lease lives").isEmpty();
    fixture.expire(key.job());
    put(key, state);

    assertThat(waiting().isEmpty() ? "is left" : "waits").isEqualTo(expected);
  }

  @Test
  void of_dates_that_were_reopened_together_the_first_one_waits() {
    RunKey next = RunKey.of(key.job(), key.batchDate().plusDays(1));
    for (RunKey run : List.of(key, next)) {
      fixture.begin(run);
      fixture.expire(run.job());
      put(run, "REOPENED");
    }

    assertThat(waiting()).containsExactly(key);
  }

  @Test
  void a_date_that_somebody_ran_after_all_is_not_missed() {
    LiveAttempt live = fixture.begin(key);
    Run before = fixture.ledger.read(key).orElseThrow();
    assertThat(miss(key)).isZero();
    assertThat(fixture.ledger.read(key)).contains(before);

    fixture.ledger.finish(live, AttemptEnd.completed());
    assertThat(miss(key)).isZero();
    assertThat(fixture.ledger.read(key).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void a_date_that_nobody_ran_is_missed_once() {
    assertThat(miss(key)).isEqualTo(1);
    assertThat(miss(key)).isZero();
    assertThat(fixture.ledger.read(key).orElseThrow().status()).isEqualTo(RunStatus.MISSED);
  }

  private static int miss(RunKey run) {
    return fixture.ledger.miss(
        List.of(new Ledger.Missed(run, run.batchDate(), "by policy")), fixture.pod);
  }

  private List<RunKey> waiting() {
    return fixture.ledger.waiting(List.of(key.job())).stream().map(Run::key).toList();
  }

  private static void put(RunKey run, String state) {
    fixture
        .jdbc
        .sql(
            """
            UPDATE runledger.batch_run SET status = :status, stopped_by_person = :person
             WHERE job_name = :job AND batch_date = :date
            """)
        .param("status", state.split(" ", -1)[0])
        .param("person", state.endsWith("by a person"))
        .param("job", run.job())
        .param("date", run.batchDate())
        .update();
  }
}

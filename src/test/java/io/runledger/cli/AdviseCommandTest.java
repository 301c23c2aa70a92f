package io.runledger.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.batch.GuardedApplication;
import io.runledger.batch.UnknownJobException;
import io.runledger.operate.Advisor;
import io.runledger.operate.KeptDurations;
import io.runledger.test.Database;
import io.runledger.test.FreePort;
import io.runledger.test.PostgresServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What people and programs are told of five jobs: the lease is 30 s, and so is the filter's TTL.
 */
class AdviseCommandTest {

  private static final List<String> JOBS =
      List.of("eod", "fees", "interest", "nightly", "statements");

  private static GuardedApplication application;

  @BeforeAll
  static void start() throws Exception {
    Database database = PostgresServer.shared().newDatabase();
    GuardedApplication.Plan plan = GuardedApplication.on(database);
    JOBS.forEach(
        job ->
            plan.with(
                (repository, transactions) ->
                    new JobBuilder(job, repository)
                        .start(
                            new StepBuilder("step", repository)
                                .tasklet(
                                    (contribution, chunk) -> RepeatStatus.FINISHED, transactions)
                                .build())
                        .build()));
    application =
        plan.start(
            "runledger.filter.nodes=redis://127.0.0.1:" + FreePort.next(),
            "runledger.jobs.eod.lease=30s",
            "runledger.jobs.fees.lease=30s",
            "runledger.jobs.interest.lease=30s",
            "runledger.jobs.nightly.lease=30s",
            "runledger.jobs.statements.lease=30s");
    KeptDurations.evenNights().keep(database, "interest");
    KeptDurations.nightsWithOutliers().keep(database, "statements");
    new KeptDurations().and(312, Duration.ofMillis(1_500)).keep(database, "fees");
    new KeptDurations()
        .and(1_200, Duration.ofMinutes(100).plusSeconds(3))
        .keep(database, "nightly");
  }

  @AfterAll
  static void close() {
    application.close();
  }

  private static String said(String... arguments) {
    StaticListableBeanFactory beans = new StaticListableBeanFactory();
    beans.addBean("advisor", application.bean(Advisor.class));
    AdviseCommand command = new AdviseCommand();
    new CommandLine(command).parseArgs(arguments);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, UTF_8);
    assertThat(command.execute(beans, new Terminal(print, print, command.common().json())))
        .isEqualTo(ExitCode.COMPLETE);
    return out.toString(UTF_8);
  }

  /** With columns that are as wide as they are. */
  private static List<String> lines(String... arguments) {
    return said(arguments).lines().map(line -> line.replaceAll(" {2,}", "  ")).toList();
  }

  @Test
  void each_job_has_its_durations_its_times_and_what_they_call_for() {
    assertThat(lines())
        .startsWith(
            "JOB  RUNS  RESUMED  P50  P99  P99.9  P99.99  LONGEST  LEASE  FILTER TTL  FIXED TTL  RENEW EVERY",
            "eod  0  0  -  -  -  -  -  30 s  30 s  -  -",
            "fees  312  0  1.5 s  1.5 s  -  -  1.5 s  30 s  30 s  -  -",
            "interest  10,000  0  8 s  25 s  40 s  60 s  60 s  30 s  30 s  80 s  26.666 s",
            "nightly  1,200  0  1 h 40 min 3 s  1 h 40 min 3 s  1 h 40 min 3 s  -  1 h 40 min 3 s  30 s  30 s  3 h 20 min 6 s  1 h 6 min 42 s",
            "statements  10,000  0  5 s  20 s  35 s  120 s  130 s  30 s  30 s  70 s  23.333 s",
            "")
        .filteredOn(line -> JOBS.stream().anyMatch(job -> line.startsWith(job + ": ")))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("eod: too little history"),
            line -> assertThat(line).startsWith("fees: too little history"),
            line -> assertThat(line).startsWith("nightly: too little history"),
            line ->
                assertThat(line).startsWith("nightly: runledger.filter.ttl (30 s) is below P50"),
            line -> assertThat(line).startsWith("nightly: the lease (30 s) is below P50"),
            line -> assertThat(line).startsWith("statements: P99.99 (120 s) is beyond the TTL"));
  }

  @Test
  void nobody_can_take_a_time_for_what_makes_a_run_safe() {
    assertThat(said("interest"))
        .contains("None of these keeps a run from being done twice, the fence does")
        .contains("LEASE       renewed every third; how long others wait for a pod that died")
        .contains("FIXED TTL   for a lock elsewhere that nobody renews: P99.9 x 2");
  }

  @Test
  void a_run_beyond_the_ttl_has_to_rely_on_the_watchdog() {
    assertThat(lines("statements"))
        .contains(
            "statements: P99.99 (120 s) is beyond the TTL (70 s): rely on the watchdog; without one such a run loses its lock while it works.")
        .noneMatch(line -> line.startsWith("interest"));
  }

  @Test
  void too_little_history_says_how_much_there_is_and_how_much_it_takes() {
    assertThat(lines("fees"))
        .contains(
            "fees: too little history, 312 runs; it takes 1,000 for P99.9, 10,000 for P99.99. No TTL can be recommended yet; twice the longest run, 3 s, is the least.");
    assertThat(lines("eod"))
        .contains(
            "eod: too little history, 0 runs; it takes 2 for P50, 100 for P99, 1,000 for P99.9, 10,000 for P99.99. Nothing can be recommended yet.");
  }

  @Test
  void programs_read_the_same_in_milliseconds() {
    JsonNode all = JsonMapper.shared().readTree(said("--json"));
    assertThat(all).hasSize(5);

    JsonNode statements = JsonMapper.shared().readTree(said("statements", "--json"));
    assertThat(statements).hasSize(1);
    assertThat(statements.get(0)).isEqualTo(all.get(4));
    assertThat(statements.get(0).toString())
        .startsWith(
            """
            {"job":"statements","runs":10000,"resumed":0,"p50Millis":5000,"p99Millis":20000,\
            "p999Millis":35000,"p9999Millis":120000,"longestMillis":130000,"leaseMillis":30000,\
            "filterTtlMillis":30000,"fixedTtlMillis":70000,"renewEveryMillis":23333,\
            "warnings":[{"kind":"P9999_BEYOND_TTL","text":"P99.99 (120 s) is beyond the TTL""");
    assertThat(all.get(1).path("p999Millis").isNull()).isTrue();
    assertThat(all.get(1).path("fixedTtlMillis").isNull()).isTrue();
    assertThat(all.get(3).path("warnings").findValuesAsString("kind"))
        .containsExactly("TOO_LITTLE_HISTORY", "TTL_BELOW_P50", "LEASE_BELOW_P50");
  }

  @Test
  void a_job_that_is_not_guarded_is_refused_with_the_nearest() {
    assertThatThrownBy(() -> said("intrest"))
        .isInstanceOf(UnknownJobException.class)
        .hasMessageEndingWith("Did you mean interest?");
  }
}

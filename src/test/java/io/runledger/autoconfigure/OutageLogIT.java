package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.Verdict;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("While the database is away, the log")
class OutageLogIT {

  @Test
  void of_an_outage_has_one_warning_without_a_stack_trace() {
    try (PostgresServer server = PostgresServer.start();
        GuardedApplication application =
            GuardedApplication.start(server.newDatabase(), "--runledger.worker=false");
        LoggedLines heard = new LoggedLines()) {
      server.stop();
      for (int round = 0; round < 2; round++) {
        assertThat(application.ask("copy", Cause.schedule()))
            .isInstanceOf(Verdict.Unavailable.class);
      }
      server.restart();

      assertThat(heard.aloud()).hasSize(1);
      ILoggingEvent line = heard.aloud().get(0);
      assertThat(line.getLevel()).isEqualTo(Level.WARN);
      assertThat(line.getFormattedMessage()).contains("UNAVAILABLE (the database could not answer");
      assertThat(line.getThrowableProxy()).isNull();
    }
  }

  @Test
  void of_the_reconciler_has_one_warning_and_says_when_it_is_over() {
    try (PostgresServer server = PostgresServer.start();
        GuardedApplication application =
            GuardedApplication.start(
                server.newDatabase(),
                "--runledger.zone=UTC",
                "--runledger.jobs.copy.cron=0 30 23 29 2 ?",
                "--runledger.reconcile-every=500ms");
        LoggedLines heard = new LoggedLines()) {
      server.stop();
      heard.await(1);
      // Two requests by hand take as long as two more rounds.
      application.ask("fall", Cause.schedule());
      application.ask("split", Cause.schedule());
      server.restart();
      heard.await(4);

      assertThat(heard.aloud().stream().map(ILoggingEvent::getFormattedMessage))
          .filteredOn(
              line ->
                  line.startsWith("The database could not say what is due or waits for a pod ("))
          .hasSize(1);
      assertThat(heard.aloud().get(3).getFormattedMessage())
          .isEqualTo("The database says again what is due.");
    }
  }

  @Test
  void of_renewals_that_fail_has_one_warning_and_says_when_it_is_over() throws Exception {
    try (PostgresServer server = PostgresServer.start();
        GuardedApplication application =
            GuardedApplication.start(
                server.newDatabase(),
                "--runledger.worker=false",
                "--runledger.jobs.wait.lease=45s");
        LoggedLines heard = new LoggedLines()) {
      Attempt attempt = ((Verdict.Started) application.ask("wait", Cause.schedule())).attempt();
      assertThat(application.gate().isReached()).isTrue();
      server.stop();
      Counter failed =
          application
              .bean(MeterRegistry.class)
              .get(GuardMeters.RENEWALS_FAILED)
              .tag("job", "wait")
              .counter();
      Awaitility.await()
          .atMost(Duration.ofSeconds(40))
          .until(() -> Math.round(failed.count()) == 2);
      assertThat(heard.aloud()).hasSize(2);
      server.restart();
      heard.await(3);

      ILoggingEvent warning = heard.aloud().get(1);
      assertThat(warning.getLevel()).isEqualTo(Level.WARN);
      assertThat(warning.getFormattedMessage())
          .contains("wait 2026-01-05: the lease 'wait' could not be renewed (")
          .endsWith(" ms are left, trying again.");
      assertThat(warning.getThrowableProxy()).isNull();
      assertThat(heard.aloud().get(2).getFormattedMessage())
          .isEqualTo("wait 2026-01-05: the lease 'wait' is renewed again.");
      application.gate().open();
      application.end(attempt);
    }
  }
}

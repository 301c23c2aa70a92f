package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.ChildPod;
import io.runledger.test.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

/** The example of docs/testing.md, which shows it line by line. */
class TestingPageIT {

  private static final LocalDate DATE = LocalDate.of(2026, 3, 31);
  private static final String ONCE_EACH =
      "SELECT count(*) = 5000 AND count(DISTINCT account_id) = 5000 FROM demo_statement";

  private static Scenario scenario() {
    return Scenario.of(RunledgerJobs.class)
        .in(Path.of(".."))
        .with("runledger.lease", "2s")
        .with("runledger.jobs.daily-statement.cron", "0 0 0 31 3 ?"); // due on that date alone
  }

  @Test
  void a_killed_pods_run_goes_on_elsewhere_without_Redis_and_writes_nothing_twice() {
    try (Scenario scenario = scenario()) {
      scenario.standby();
      ChildPod owner = scenario.run("daily-statement", DATE, "--parameter", "pause=50ms");
      scenario.await("SELECT count(*) >= 500 FROM demo_statement");
      scenario.redis().kill();
      owner.kill();
      scenario.awaitCompleted("daily-statement", DATE);
      assertThat(scenario.attempts("daily-statement", DATE)).containsExactly("LOST", "COMPLETED");
      scenario.await(ONCE_EACH);
    }
  }

  @Test
  void a_pod_that_wakes_after_its_lease_writes_nothing_more() {
    try (Scenario scenario = scenario()) {
      scenario.standby();
      ChildPod owner = scenario.run("daily-statement", DATE, "--parameter", "pause=50ms");
      scenario.await("SELECT count(*) >= 500 FROM demo_statement");
      owner.freeze();
      scenario.awaitCompleted("daily-statement", DATE);
      owner.thaw();
      owner.awaitExit(Duration.ofMinutes(1));
      scenario.await(ONCE_EACH);
    }
  }

  @Test
  void the_page_shows_what_is_tested_here() throws IOException {
    String source = Files.readString(Path.of("src/test/java/io/runledger/jobs/TestingPageIT.java"));
    String page = Files.readString(Path.of("../docs/testing.md"));
    String code = page.substring(page.indexOf("```java") + 7, page.lastIndexOf("```"));
    assertThat(code.lines().map(String::strip).filter(line -> !line.isEmpty()))
        .hasSizeGreaterThan(15)
        .allSatisfy(line -> assertThat(source).contains(line));
  }
}

package io.runledger.lab.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short hunt with a fresh seed. {@code -Drunledger.hunt=1800} makes it one of half an hour,
 * {@code -Drunledger.seed} repeats its plan.
 */
class HuntIT {

  @Test
  void nothing_that_was_promised_is_broken(@TempDir Path directory) {
    Plan plan =
        Plan.draw(
            Long.getLong("runledger.seed", System.nanoTime()),
            Duration.ofSeconds(Integer.getInteger("runledger.hunt", 30)));
    try (History history = new History(directory.resolve("hunt.jsonl"));
        Hunt hunt = new Hunt(plan, history)) {
      HuntReport report = hunt.play();
      System.out.println(report);
      assertThat(report.breaks()).as("hunt with --seed " + plan.seed()).isEmpty();
      assertThat(report.chunks()).isPositive();
    }
  }
}

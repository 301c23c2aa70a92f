package io.runledger.lab.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * A hunt of three minutes with a fresh seed, as the command plays it. {@code -Drunledger.hunt=1800}
 * makes it one of half an hour, {@code -Drunledger.seed} repeats its plan. What it leaves is in
 * {@code lab/target/hunt}.
 */
class HuntIT {

  @Test
  void nothing_that_was_promised_is_broken() throws Exception {
    Path history = Files.createDirectories(Path.of("target", "hunt")).resolve("hunt.jsonl");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--seconds",
                System.getProperty("runledger.hunt", "180"),
                "--history",
                history.toString(),
                "--tries",
                "3"));
    String seed = System.getProperty("runledger.seed");
    if (seed != null) {
      arguments.addAll(List.of("--seed", seed));
    }
    assertThat(
            new CommandLine(new HuntCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments.toArray(String[]::new)))
        .as("a hunt that is told above")
        .isZero();
  }
}

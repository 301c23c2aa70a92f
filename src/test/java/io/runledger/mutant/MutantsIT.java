package io.runledger.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.mutant.Finding.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tries mutants, all of them or some: {@code -Drunledger.mutants=all}, or names with commas between
 * them. {@code -Drunledger.mutants.report=<file>} keeps the table.
 */
@EnabledIfSystemProperty(named = "runledger.mutants", matches = ".+")
class MutantsIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  @TempDir private Path directory;

  @Test
  void each_mutant_is_caught_by_a_test_that_is_green_without_it() throws IOException {
    List<Mutant> mutants = MutantList.named(System.getProperty("runledger.mutants"));
    MutantReport report = new MutantReport();
    long begun = System.nanoTime();

    assertGreenWithoutAny(mutants);
    try (Laboratory laboratory = new Laboratory()) {
      for (Mutant mutant : mutants) {
        Path classes = Files.createDirectory(directory.resolve(mutant.name()));
        laboratory.make(mutant, classes);
        Finding finding = new Trial(mutant.catchers(), Optional.of(classes), LIMIT).run();
        System.out.printf(
            "%s: %s after %s s, %s%n",
            mutant.name(), finding.kind(), finding.seconds(), finding.said());
        report.add(mutant, finding);
      }
    }

    publish(report, Duration.ofNanos(System.nanoTime() - begun));
    assertThat(report.uncaught()).as("mutants that no test is red for").isEmpty();
  }

  /** A test that is red anyway catches nothing. */
  private static void assertGreenWithoutAny(List<Mutant> mutants) {
    List<Catcher> all =
        mutants.stream().flatMap(mutant -> mutant.catchers().stream()).distinct().toList();
    Finding control = new Trial(all, Optional.empty(), LIMIT.multipliedBy(5)).run();
    System.out.printf(
        "without a mutant: %s after %s s, %s%n", control.kind(), control.seconds(), control.said());
    assertThat(control.kind()).as(control.said()).isEqualTo(Kind.GREEN);
  }

  private static void publish(MutantReport report, Duration took) throws IOException {
    System.out.printf("%n%s%nAll of it took %d s.%n", report.markdown(), took.toSeconds());
    String file = System.getProperty("runledger.mutants.report");
    if (file != null) {
      Files.writeString(Path.of(file), report.markdown());
    }
  }
}

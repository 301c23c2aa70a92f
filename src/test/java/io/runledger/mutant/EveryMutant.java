package io.runledger.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.mutant.Finding.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tries mutants, which takes too long for each build: all of them, or {@code
 * -Drunledger.mutants=<names with commas between them>}. {@code -Drunledger.mutants.report=<file>}
 * keeps the table. {@code -Drunledger.mutants.test} names a test for all of them, instead of those
 * that the list has, and tells which mutants that one sees.
 */
class EveryMutant {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Trials wait for their servers half of the time. */
  private static final int AT_ONCE = 2;

  private final Laboratory laboratory = new Laboratory();

  @TempDir private Path directory;

  @Test
  void each_mutant_is_caught_by_a_test_that_is_green_without_it() throws Exception {
    List<Mutant> mutants = MutantList.named(System.getProperty("runledger.mutants", "all"));
    long begun = System.nanoTime();

    assertGreenWithoutAny(mutants);
    MutantReport report = tryAll(mutants);

    publish(report, Duration.ofNanos(System.nanoTime() - begun));
    assertThat(report.uncaught()).as("mutants that no test is red for").isEmpty();
  }

  /** A test that is red anyway catches nothing. */
  private static void assertGreenWithoutAny(List<Mutant> mutants) {
    List<Catcher> all =
        mutants.stream().flatMap(mutant -> catchers(mutant).stream()).distinct().toList();
    Finding control = new Trial(all, Optional.empty(), LIMIT.multipliedBy(5)).run();
    tell("without a mutant", control);
    assertThat(control.kind()).as(control.said()).isEqualTo(Kind.GREEN);
  }

  private MutantReport tryAll(List<Mutant> mutants) throws Exception {
    ExecutorService trials = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Callable<Finding>> tasks = new ArrayList<>();
      mutants.forEach(mutant -> tasks.add(() -> tried(mutant)));
      List<Future<Finding>> findings = trials.invokeAll(tasks);
      MutantReport report = new MutantReport();
      for (int i = 0; i < mutants.size(); i++) {
        report.add(mutants.get(i), findings.get(i).get());
      }
      return report;
    } finally {
      trials.shutdownNow();
      laboratory.close();
    }
  }

  private Finding tried(Mutant mutant) throws IOException {
    Path classes = Files.createDirectory(directory.resolve(mutant.name()));
    laboratory.make(mutant, classes);
    Finding finding = new Trial(catchers(mutant), Optional.of(classes), LIMIT).run();
    tell(mutant.name(), finding);
    return finding;
  }

  private static List<Catcher> catchers(Mutant mutant) {
    String one = System.getProperty("runledger.mutants.test");
    return one == null ? mutant.catchers() : List.of(Catcher.parse(one));
  }

  private static void tell(String who, Finding finding) {
    System.out.printf(
        "%s: %s after %s s, %s%n", who, finding.kind(), finding.seconds(), finding.said());
  }

  private static void publish(MutantReport report, Duration took) throws IOException {
    System.out.printf("%n%s%nAll of it took %d s.%n", report.markdown(), took.toSeconds());
    String file = System.getProperty("runledger.mutants.report");
    if (file != null) {
      Files.writeString(Path.of(file), report.markdown());
    }
  }
}

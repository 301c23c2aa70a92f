package io.runledger.mutant;

import io.runledger.mutant.Finding.Kind;
import io.runledger.test.ChildPod;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs tests in a JVM of their own until the first is red, on the code as it is or on a mutant. */
record Trial(List<Catcher> catchers, Optional<Path> mutant, Duration limit) {

  /** Beyond the limit, which the JVM keeps itself, for it to start and to say so. */
  private static final Duration SLACK = Duration.ofMinutes(1);

  /** What the tests' servers need to stop; after that the JVM is killed. */
  private static final Duration TO_STOP = Duration.ofSeconds(20);

  /** What the tests may be told, and here as well. */
  private static final List<String> OF_THE_TESTS = List.of("runledger.seed", "runledger.seeds");

  Finding run() {
    String classPath = System.getProperty("java.class.path");
    long begun = System.nanoTime();
    ChildPod.Builder builder =
        ChildPod.of(TrialMain.class)
            .classPath(mutant.map(path -> path + File.pathSeparator).orElse("") + classPath)
            .property(TrialMain.LIMIT, Long.toString(limit.toMillis()))
            .arguments(catchers.stream().map(Catcher::toString).toArray(String[]::new));
    for (String name : OF_THE_TESTS) {
      String value = System.getProperty(name);
      if (value != null) {
        builder.property(name, value);
      }
    }
    try (ChildPod jvm = builder.start()) {
      String word = jvm.awaitLine(line -> line.startsWith(TrialMain.WORD), limit.plus(SLACK));
      Finding finding = read(word, Duration.ofNanos(System.nanoTime() - begun));
      stop(jvm);
      return finding;
    } catch (AssertionError silent) {
      return new Finding(
          Kind.BROKEN,
          Duration.ofNanos(System.nanoTime() - begun),
          String.valueOf(silent.getMessage()));
    }
  }

  private static Finding read(String word, Duration after) {
    String[] parts = word.substring(TrialMain.WORD.length()).split(" ", 2);
    return new Finding(Kind.valueOf(parts[0]), after, parts[1]);
  }

  private static void stop(ChildPod jvm) {
    try {
      int unused = jvm.awaitExit(TO_STOP);
    } catch (AssertionError stuck) {
      // A mutant may be what keeps it from ending; closing it kills it, and its servers with it.
    }
  }
}

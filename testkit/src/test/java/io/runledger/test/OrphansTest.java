package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a test JVM started is gone after it, however it ended. */
@Timeout(120)
class OrphansTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** One for all, for PostgreSQL is unpacked into it. */
  @TempDir static Path temporary;

  @Test
  void nothing_survives_a_killed_test_not_even_what_was_frozen() throws Exception {
    try (ChildPod test = testThatLeavesEverythingOpen("frozen")) {
      List<Long> started = started(test);
      assertThat(started).hasSizeGreaterThan(4);

      test.kill();

      await().atMost(LIMIT).until(() -> started.stream().noneMatch(Liveness::isAlive));
      await().atMost(LIMIT).until(() -> leftovers().isEmpty());
    }
  }

  @Test
  void nothing_survives_a_test_that_ends_without_closing() throws Exception {
    try (ChildPod test = testThatLeavesEverythingOpen("running")) {
      List<Long> started = started(test);

      test.terminate();
      test.awaitExit(LIMIT);

      await().atMost(LIMIT).until(() -> started.stream().noneMatch(Liveness::isAlive));
      await().atMost(LIMIT).until(() -> leftovers().isEmpty());
    }
  }

  private ChildPod testThatLeavesEverythingOpen(String state) {
    return ChildPod.of(CarelessMain.class)
        .arguments(state)
        .property("java.io.tmpdir", temporary.toString())
        .start();
  }

  private static List<Long> started(ChildPod test) {
    test.awaitLine("all started", LIMIT);
    return test.lines().stream()
        .filter(line -> line.startsWith("started "))
        .map(line -> Long.valueOf(line.substring(8)))
        .toList();
  }

  /** All but the unpacked binaries, which are kept for the next test. */
  private List<Path> leftovers() throws Exception {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .filter(file -> file.getFileName().toString().matches("runledger-(postgres|redis)-\\d+"))
          .toList();
    }
  }
}

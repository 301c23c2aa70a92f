package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ChildPodTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void a_pod_gets_arguments_properties_options_environment_and_directory(@TempDir Path directory) {
    try (ChildPod pod =
        ChildPod.of(TalkingMain.class)
            .arguments("tell", "two words")
            .property("pod.colour", "dark green")
            .jvmOptions("-Xmx64m")
            .environment("POD_NAME", "pod-a")
            .directory(directory)
            .start()) {

      assertThat(pod.awaitExit(LIMIT)).isZero();
      assertThat(pod.lines())
          .contains("argument two words", "colour dark green", "name pod-a")
          .contains("directory " + directory.toAbsolutePath())
          .anyMatch(line -> line.startsWith("options ") && line.contains("-Xmx64m"));
    }
  }

  @Test
  void a_pod_hears_what_is_typed_and_a_listener_hears_the_pod() {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    try (ChildPod pod =
        ChildPod.of(TalkingMain.class).arguments("echo").listener(told::add).start()) {
      pod.type("go");
      pod.awaitLine("heard go", LIMIT);
      pod.type("grün " + "x".repeat(100_000));
      pod.awaitLine(line -> line.equals("heard grün " + "x".repeat(100_000)), LIMIT);
      assertThat(told).first().isEqualTo("heard go");

      pod.kill();
      assertThatThrownBy(() -> pod.type("again")).hasMessageContaining("'again'");
    }
  }

  @Test
  void an_exit_code_and_a_failure_of_main_arrive() {
    try (ChildPod exits = ChildPod.of(TalkingMain.class).arguments("exit", "7").start();
        ChildPod fails = ChildPod.of(TalkingMain.class).arguments("fail").start()) {

      assertThat(exits.awaitExit(LIMIT)).isEqualTo(7);
      assertThat(fails.awaitExit(LIMIT)).isEqualTo(1);
      assertThat(fails.lines())
          .anyMatch(line -> line.contains("IllegalStateException: on purpose"));
    }
  }

  @Test
  void a_line_that_never_comes_fails_with_what_came_instead() {
    try (ChildPod pod = ChildPod.of(TalkingMain.class).arguments("tick").start()) {
      assertThat(pod.awaitLine("tick 3", LIMIT)).isEqualTo("tick 3");
      assertThat(pod.awaitLine("tick 2", LIMIT)).isEqualTo("tick 2");

      assertThatThrownBy(() -> pod.awaitLine("tock", Duration.ofMillis(200)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("(alive)")
          .hasMessageContaining("'tock'")
          .hasMessageContaining("tick 3");
      assertThatThrownBy(() -> pod.awaitExit(Duration.ofMillis(100)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("still runs");
    }
  }

  @Test
  void a_pod_that_ends_is_not_waited_for_any_longer() {
    try (ChildPod pod = ChildPod.of(TalkingMain.class).arguments("exit", "0").start()) {
      assertThatThrownBy(() -> pod.awaitLine("tock", Duration.ofHours(1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("(ended)");
    }
  }

  @Test
  void a_frozen_pod_writes_nothing_until_it_is_thawed() {
    try (ChildPod pod = ChildPod.of(TalkingMain.class).arguments("tick").start()) {
      pod.awaitLine("tick 1", LIMIT);

      pod.freeze();
      AtomicInteger written = new AtomicInteger();
      await()
          .atMost(Duration.ofMinutes(1))
          .during(Duration.ofMillis(500))
          .until(() -> written.getAndSet(pod.lines().size()) == pod.lines().size());
      assertThat(pod.isAlive()).isTrue();
      pod.thaw();

      await().atMost(Duration.ofMinutes(1)).until(() -> pod.lines().size() > written.get() + 1);
    }
  }

  @Test
  void sigterm_runs_the_shutdown_hooks_and_their_output_arrives() {
    try (ChildPod pod = ChildPod.of(TalkingMain.class).arguments("tick").start()) {
      pod.awaitLine("tick 1", LIMIT);

      pod.terminate();

      assertThat(pod.awaitExit(LIMIT)).isEqualTo(143);
      assertThat(pod.lines()).contains("hook began", "hook ended");
    }
  }

  @Test
  void sigkill_runs_nothing_even_on_a_frozen_pod() {
    try (ChildPod pod = ChildPod.of(TalkingMain.class).arguments("tick").start()) {
      pod.awaitLine("tick 1", LIMIT);

      pod.freeze();
      pod.kill();

      assertThat(pod.awaitExit(LIMIT)).isEqualTo(137);
      assertThat(pod.lines()).doesNotContain("hook began");
    }
  }

  @Test
  void a_closed_pod_is_gone() {
    ChildPod pod = ChildPod.of(TalkingMain.class).arguments("tick").start();
    pod.close();

    assertThat(pod.isAlive()).isFalse();
    assertThat(Liveness.isAlive(pod.pid())).isFalse();
  }

  @Test
  void a_child_whose_standard_input_ends_halts_by_itself() throws Exception {
    // Without a guardian, to see that the child needs none.
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ChildMain.class.getName(),
                TalkingMain.class.getName(),
                "tick")
            .start();
    try {
      assertThat(child.inputReader().readLine()).isEqualTo("tick 1");

      child.getOutputStream().close();

      await().atMost(Duration.ofMinutes(1)).until(() -> !child.isAlive());
      assertThat(child.exitValue()).isEqualTo(86);
    } finally {
      child.destroyForcibly();
    }
  }
}

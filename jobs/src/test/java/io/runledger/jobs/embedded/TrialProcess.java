package io.runledger.jobs.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@link TrialApplication} in a JVM of its own. */
record TrialProcess(Process process, Path output) {

  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** Starts it in a process group of its own where that is asked. */
  static TrialProcess start(
      Path output, Map<String, String> environment, boolean ownGroup, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    if (ownGroup) {
      // A build in the background ignores SIGINT, and its children would inherit that.
      command.addAll(List.of("setsid", "env", "--default-signal=INT"));
    }
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    arguments.stream().filter(argument -> argument.startsWith("-D")).forEach(command::add);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(TrialApplication.class.getName());
    arguments.stream().filter(argument -> !argument.startsWith("-D")).forEach(command::add);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    // Whoever runs these tests in a pod or with a database at hand still tests the same.
    builder.environment().keySet().removeIf(name -> name.startsWith("KUBERNETES_"));
    builder.environment().keySet().removeIf(name -> name.startsWith("SPRING_"));
    builder.environment().putAll(environment);
    return new TrialProcess(builder.start(), output);
  }

  String said() {
    try {
      return Files.readString(output, UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  TrialProcess awaitReady() {
    await("ready: " + output)
        .atMost(LIMIT)
        .until(() -> said().contains(TrialApplication.READY) || !process.isAlive());
    if (!process.isAlive()) {
      throw new AssertionError("the application ended:\n" + said());
    }
    return this;
  }

  /** Its exit code, once it has ended. */
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("the application has not ended:\n" + said());
    }
    return process.exitValue();
  }

  /** SIGTERM, and waits for the end. */
  TrialProcess end() throws InterruptedException {
    process.destroy();
    awaitEnd();
    return this;
  }

  /** SIGKILL, and waits for the end. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitEnd();
  }

  /** What Ctrl-C does: SIGINT to the whole process group. */
  void interruptGroup() throws IOException, InterruptedException {
    // Without "--": not every shell's own kill takes it.
    int exitCode = new ProcessBuilder("sh", "-c", "kill -INT -" + process.pid()).start().waitFor();
    if (exitCode != 0) {
      throw new AssertionError("SIGINT was not sent to the group of " + process.pid());
    }
  }
}

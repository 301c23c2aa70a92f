package io.runledger.test;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A pod in a JVM of its own, which a test can freeze and kill.
 *
 * <pre>{@code
 * try (ChildPod pod = ChildPod.of(MyApplication.class).property("server.port", "0").start()) {
 *   pod.awaitLine("Started", Duration.ofSeconds(30));
 *   pod.freeze();
 *   ...
 * }
 * }</pre>
 *
 * <p>Standard output and standard error are collected line by line, as one stream; what {@link
 * #type} writes is the child's standard input, which has no end. However the JVM of the test ends,
 * SIGKILL included, the child does not outlive it: it halts by itself when its standard input ends,
 * and a shell beside the test kills one that is frozen and cannot do so. Only if that shell is
 * killed too, a frozen child stays behind, and halts when somebody continues it.
 */
public final class ChildPod implements AutoCloseable {

  private static final Duration END_LIMIT = Duration.ofSeconds(30);

  private final Process process;
  private final ChildOutput output;

  private ChildPod(Process process, Consumer<String> listener) {
    this.process = process;
    output = new ChildOutput(listener);
    Guardian.killing(process);
    output.collect(process.getInputStream(), "runledger-pod-" + process.pid());
  }

  /** Prepares a pod that runs the {@code main} method of this class. */
  public static Builder of(Class<?> main) {
    return new Builder(main.getName());
  }

  /** The process of the child. */
  public long pid() {
    return process.pid();
  }

  /** Whether the child still runs, or is frozen. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** What the child has written so far. */
  public List<String> lines() {
    return output.lines();
  }

  /** What the child has written last, for a message. */
  String tail() {
    return output.tail();
  }

  /** Waits for a line that contains this text; see {@link #awaitLine(Predicate, Duration)}. */
  public String awaitLine(String part, Duration limit) {
    return awaitLine(line -> line.contains(part), "that contains '" + part + "'", limit);
  }

  /**
   * Waits for a line; one that was written before the call counts.
   *
   * @return the first such line
   * @throws AssertionError if there is none within the limit, or the child ends without it; the
   *     message holds the last lines
   */
  public String awaitLine(Predicate<String> wanted, Duration limit) {
    return awaitLine(wanted, "as awaited", limit);
  }

  private String awaitLine(Predicate<String> wanted, String which, Duration limit) {
    String line = output.await(wanted, limit);
    if (line == null) {
      throw new AssertionError(
          "pod %d (%s) wrote no line %s within %s; its last lines:%n%s"
              .formatted(
                  pid(), output.hasEnded() ? "ended" : "alive", which, limit, output.tail()));
    }
    return line;
  }

  /**
   * Writes a line that the child's main method reads from {@code System.in}. A frozen child reads
   * it when it goes on.
   *
   * @throws UncheckedIOException if the child has ended
   */
  public synchronized void type(String line) {
    try {
      OutputStream input = process.getOutputStream();
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "pod %d does not read '%s' any more".formatted(pid(), line), e);
    }
  }

  /** Freezes the child by SIGSTOP: all its threads, its connections stay open. */
  public void freeze() {
    send(Signal.STOP);
  }

  /** Lets a frozen child go on by SIGCONT. */
  public void thaw() {
    send(Signal.CONT);
  }

  /** Asks the child to end by SIGTERM, as Kubernetes does first: its shutdown hooks run. */
  public void terminate() {
    send(Signal.TERM);
  }

  /** Kills the child by SIGKILL, frozen or not, and waits until it is gone. */
  public void kill() {
    send(Signal.KILL);
    awaitExit(END_LIMIT);
  }

  /**
   * Waits until the child has ended and all its output is read.
   *
   * @return its exit code; 128 and the signal's number if a signal ended it, so 137 for SIGKILL
   * @throws AssertionError if it still runs after the limit; the message holds the last lines
   */
  public int awaitExit(Duration limit) {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError(
            "pod %d still runs after %s; its last lines:%n%s"
                .formatted(pid(), limit, output.tail()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while pod " + pid() + " was to end", e);
    }
    // Bounded: a process that the child started may hold the pipe open.
    output.awaitEnd(END_LIMIT);
    return process.exitValue();
  }

  /** Kills the child if it has not ended. */
  @Override
  public void close() {
    kill();
  }

  /** Process.destroy() is no way to signal: it closes the child's standard input as well. */
  private void send(Signal signal) {
    if (process.isAlive()) {
      signal.send(process.pid());
    }
  }

  /** What a child pod is started with. */
  public static final class Builder {

    private final String main;
    private final List<String> arguments = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private final Map<String, String> properties = new TreeMap<>();
    private final Map<String, String> environment = new TreeMap<>();
    private String classPath = System.getProperty("java.class.path");
    private Path directory = Path.of("");
    private Consumer<String> listener = line -> {};

    private Builder(String main) {
      this.main = main;
    }

    /** Adds arguments of the main method. */
    public Builder arguments(String... more) {
      arguments.addAll(List.of(more));
      return this;
    }

    /** Sets a system property. */
    public Builder property(String name, String value) {
      properties.put(name, value);
      return this;
    }

    /** Adds options of the JVM, {@code -Xmx64m} say. */
    public Builder jvmOptions(String... more) {
      options.addAll(List.of(more));
      return this;
    }

    /** Sets an environment variable; the others are those of this JVM. */
    public Builder environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /**
     * Replaces the class path, which is this JVM's by default. The test kit must be on it.
     *
     * @param entries separated as the platform does, by {@code :} on Linux
     */
    public Builder classPath(String entries) {
      classPath = entries;
      return this;
    }

    /** Sets the working directory, which is this JVM's by default. */
    public Builder directory(Path path) {
      directory = path;
      return this;
    }

    /** Tells each line that the child writes to this listener too, as soon as it is read. */
    public Builder listener(Consumer<String> lines) {
      listener = lines;
      return this;
    }

    /** Starts the child. */
    public ChildPod start() {
      ProcessBuilder builder =
          new ProcessBuilder(command())
              .directory(directory.toAbsolutePath().toFile())
              .redirectErrorStream(true);
      builder.environment().putAll(environment);
      try {
        return new ChildPod(builder.start(), listener);
      } catch (IOException e) {
        throw new UncheckedIOException("the pod of " + main + " did not start", e);
      }
    }

    private List<String> command() {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      // A pod under test lives for seconds: starting soon matters more than peak speed.
      command.add("-XX:TieredStopAtLevel=1");
      if (options.stream().noneMatch(option -> option.matches("-XX:[+]Use[A-Za-z]+GC"))) {
        command.add("-XX:+UseSerialGC");
      }
      command.addAll(options);
      properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
      command.addAll(List.of("-cp", classPath, ChildMain.class.getName(), main));
      command.addAll(arguments);
      return command;
    }
  }
}

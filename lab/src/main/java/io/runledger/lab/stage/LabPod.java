package io.runledger.lab.stage;

import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Timeline;
import io.runledger.lab.pod.Telling;
import io.runledger.test.ChildPod;
import io.runledger.test.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One pod, in a JVM of its own, and its links. What it tells goes to the timeline. */
public final class LabPod implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** What the libraries log, in their own words; but not each replica that comes and goes. */
  private static final Pattern LOG =
      Pattern.compile("^(?:INFO|WARN|ERROR) \\S+ - (?!(?:slave|sentinel): )(.*)");

  /**
   * Of Redisson's commands only the renewal: nothing else is to be seen of a watchdog that works.
   */
  private static final Pattern RENEWAL =
      Pattern.compile(
          "^TRACE CommandEncoder - (?!.* WAIT ).*"
              + "(if \\(redis\\.call\\('hexists', KEYS\\[1\\], ARGV\\[2\\]\\) == 1\\) "
              + "then redis\\.call\\('pexpire'.*return 0;).*");

  private final String name;
  private final Timeline timeline;
  private final TcpProxy databaseLink;
  private final List<TcpProxy> redisLinks;
  private final ChildPod child;
  private int webPort;

  LabPod(
      String name,
      Timeline timeline,
      TcpProxy databaseLink,
      List<TcpProxy> redisLinks,
      ChildPod.Builder child) {
    this.name = name;
    this.timeline = timeline;
    this.databaseLink = databaseLink;
    this.redisLinks = redisLinks;
    this.child = child.listener(this::hear).start();
  }

  private void hear(String line) {
    Telling.read(line)
        .ifPresentOrElse(
            telling -> timeline.note(name, telling.kind(), telling.text()), () -> hearLog(line));
  }

  private void hearLog(String line) {
    Matcher log = LOG.matcher(line);
    Matcher renewal = RENEWAL.matcher(line);
    if (log.find()) {
      timeline.note(name, Happening.LOG, log.group(1));
    } else if (renewal.find()) {
      timeline.note(name, Happening.LOG, "sends the renewal: " + renewal.group(1));
    }
  }

  /**
   * Waits until it has started.
   *
   * @return false if it ended instead
   */
  boolean awaitReady() {
    try {
      webPort = Telling.webPort(child.awaitLine(Telling.READY, LIMIT));
      return true;
    } catch (AssertionError notReady) {
      int code = child.awaitExit(LIMIT);
      String last =
          child.lines().stream()
              .filter(line -> line.contains("Exception"))
              .reduce("", (before, line) -> line);
      timeline.note(
          name, Happening.FAILED, "did not start, exit code %d: %s".formatted(code, last));
      return false;
    }
  }

  /** How the timeline calls it. */
  public String name() {
    return name;
  }

  /** Where it answers REST; 0 if it does not. */
  int webPort() {
    return webPort;
  }

  /** What it reaches the database by. */
  public TcpProxy databaseLink() {
    return databaseLink;
  }

  /** What it reaches each Redis by; empty where Sentinels say where the master is. */
  public List<TcpProxy> redisLinks() {
    return redisLinks;
  }

  /** Whether its JVM runs, or is frozen. */
  public boolean isAlive() {
    return child.isAlive();
  }

  /** Its scheduler fires, or a person presses the button: for the naive runners the same. */
  public void press() {
    if (isAlive()) {
      child.type("fire");
    }
  }

  /** SIGKILL. */
  public void kill() {
    timeline.note(name, Happening.FAULT, "SIGKILL");
    child.kill();
  }

  /** SIGSTOP. */
  public void freeze() {
    timeline.note(name, Happening.FAULT, "SIGSTOP: frozen");
    child.freeze();
  }

  /** SIGCONT. */
  public void thaw() {
    timeline.note(name, Happening.FAULT, "SIGCONT: awake");
    child.thaw();
  }

  @Override
  public void close() {
    child.close();
    databaseLink.close();
    redisLinks.forEach(TcpProxy::close);
  }
}

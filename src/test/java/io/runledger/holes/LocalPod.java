package io.runledger.holes;

import io.runledger.batch.RunLauncher;
import io.runledger.guard.AttemptEnd;
import io.runledger.guard.Filter;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A pod in this JVM, which the test asks for runs. */
final class LocalPod implements AutoCloseable {

  private static final int LIMIT_SECONDS = 60;

  private final ConfigurableApplicationContext context;
  private final RunLauncher launcher;
  private final Runnable gate;

  LocalPod(ConfigurableApplicationContext context, Runnable gate) {
    this.context = context;
    this.launcher = context.getBean(RunLauncher.class);
    this.gate = gate;
  }

  Verdict ask(String job, Cause cause) {
    return ask(RunRequest.of(RunKey.of(job, HolesPod.DATE), cause));
  }

  Verdict ask(RunRequest request) {
    return launcher.ask(request);
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** Asks as a recovery round does, until the run is granted, and waits for its end. */
  AttemptStatus takesOver(String job) {
    return runs(RunRequest.of(RunKey.of(job, HolesPod.DATE), Cause.recovery()));
  }

  /** Asks until the run is granted, and waits for its end. */
  AttemptStatus runs(RunRequest request) {
    return awaitEnd(
        Awaitility.await(request.key() + " is granted")
            .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
            .pollInterval(20, TimeUnit.MILLISECONDS)
            .until(() -> ask(request), HolesPod::isGranted));
  }

  /** How the granted attempt ends. */
  AttemptStatus awaitEnd(Verdict granted) {
    UUID attempt =
        granted instanceof Verdict.Started started
            ? started.attempt().id()
            : ((Verdict.Resumed) granted).attempt().id();
    return launcher
        .end(attempt)
        .map(
            end ->
                end.toCompletableFuture()
                    .thenApply(AttemptEnd::status)
                    .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .join())
        .orElseGet(() -> endedAlready(attempt));
  }

  private AttemptStatus endedAlready(UUID attempt) {
    return AttemptStatus.valueOf(
        JdbcClient.create(context.getBean(DataSource.class))
            .sql("SELECT status FROM runledger.batch_attempt WHERE attempt_id = ?")
            .param(attempt)
            .query(String.class)
            .single());
  }

  /** Waits until it is connected to its Redis; before, the filter may not answer in time. */
  void awaitFilter() {
    Filter filter = context.getBean(Filter.class);
    Awaitility.await("the filter is connected")
        .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
        .until(() -> filter.nodes().stream().allMatch(Filter.Node::up));
  }

  /** Waits until it stands still at its point. */
  void awaitPoint() {
    Awaitility.await("the pod is at its point")
        .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
        .pollInterval(10, TimeUnit.MILLISECONDS)
        .until(context.getBean(Pauses.class)::isReached);
  }

  /** Lets it go on from its point. */
  void goesOn() {
    gate.run();
  }

  @Override
  public void close() {
    context.close();
  }
}

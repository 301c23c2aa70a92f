package io.runledger.mutant;

import io.runledger.mutant.Finding.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The JVM of a trial: runs tests until the first is red, and says in one line of standard output
 * how that ended.
 */
final class TrialMain {

  /** Begins the line. */
  static final String WORD = "runledger-trial ";

  /** System property: for how many milliseconds the tests may run. */
  static final String LIMIT = "runledger.trial.limit";

  private TrialMain() {}

  public static void main(String[] catchers) {
    watchTheLimit(Duration.ofMillis(Long.getLong(LIMIT)));
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Stream.of(catchers).map(one -> Catcher.parse(one).selector()).toList())
            .configurationParameter("junit.platform.discovery.listener.default", "abortOnFailure")
            .build();
    FirstRed listener = new FirstRed();
    LauncherFactory.create().execute(request, listener);
    if (listener.passed.get() == 0) {
      end(Kind.BROKEN, "no test was run");
    }
    end(Kind.GREEN, listener.passed + " test(s) passed");
  }

  private static void watchTheLimit(Duration limit) {
    CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
        .execute(
            () -> end(Kind.HANGS, "no test was red, and the last not at its end, after " + limit));
  }

  /** One word is enough: the first counts. */
  private static synchronized void end(Kind kind, String said) {
    System.out.println(WORD + kind + " " + said.replaceAll("\\s+", " "));
    // Its hooks stop the servers of the tests.
    System.exit(0);
  }

  private static final class FirstRed implements TestExecutionListener {

    private final AtomicLong passed = new AtomicLong();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (result.getStatus() == TestExecutionResult.Status.FAILED) {
        String why = result.getThrowable().map(Throwable::toString).orElse("no reason");
        end(test.isTest() ? Kind.RED : Kind.BROKEN, name(test) + " " + why);
      } else if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
        passed.incrementAndGet();
      }
    }

    private static String name(TestIdentifier test) {
      return test.getSource()
          .filter(MethodSource.class::isInstance)
          .map(MethodSource.class::cast)
          .map(source -> List.of(source.getClassName(), source.getMethodName()))
          .map(names -> String.join("#", names).replaceFirst("^io\\.runledger\\.", ""))
          .orElse(test.getDisplayName());
    }
  }
}

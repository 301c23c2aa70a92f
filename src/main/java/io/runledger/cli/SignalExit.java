package io.runledger.cli;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.boot.SpringApplication;

/**
 * Ends a command that got Ctrl-C or SIGTERM with the command's own exit code. The JVM would exit
 * with the signal's number, and whoever started it would not learn what became of the run.
 */
final class SignalExit {

  private static final long PATIENCE_SECONDS = 5;

  private final CompletableFuture<ExitCode> code = new CompletableFuture<>();
  private volatile boolean closedUnderway;

  private SignalExit() {}

  /**
   * To be called before anything else takes part in the shutdown: Spring Boot runs its handlers
   * after all contexts are closed, the one that was added first at last.
   */
  static SignalExit prepare() {
    SignalExit exit = new SignalExit();
    SpringApplication.getShutdownHandlers().add(exit::exit);
    return exit;
  }

  /**
   * The application is being closed. True if that is before the command has ended: a signal came.
   */
  boolean closing() {
    closedUnderway = !code.isDone();
    return closedUnderway;
  }

  /** The command has ended. */
  void decided(ExitCode how) {
    code.complete(how);
  }

  private void exit() {
    if (!closedUnderway) {
      return;
    }
    try {
      Runtime.getRuntime().halt(code.get(PATIENCE_SECONDS, TimeUnit.SECONDS).number());
    } catch (ExecutionException | TimeoutException e) {
      // Then the signal's own exit code will have to do.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.runledger.cli;

import io.runledger.batch.RunProgress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far a run has come: on a terminal one line, redrawn several times a second; elsewhere,
 * where lines stay, one every few seconds.
 */
final class ProgressDisplay implements AutoCloseable {

  private static final Duration REDRAW = Duration.ofMillis(200);
  private static final Duration NEXT_LINE = Duration.ofSeconds(5);

  /** Back to the line's begin, and wipe it. */
  private static final String WIPE = "\r\u001b[K";

  private final PrintStream out;
  private final String run;
  private final Supplier<Optional<RunProgress>> source;
  private final boolean redraws;
  private final LongSupplier nanoTime;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "runledger-progress");
            thread.setDaemon(true);
            return thread;
          });
  private @Nullable ProgressRate rate;
  private boolean drawn;

  ProgressDisplay(
      PrintStream out,
      String run,
      Supplier<Optional<RunProgress>> source,
      boolean redraws,
      LongSupplier nanoTime) {
    this.out = out;
    this.run = run;
    this.source = source;
    this.redraws = redraws;
    this.nanoTime = nanoTime;
  }

  static ProgressDisplay open(PrintStream out, String run, Supplier<Optional<RunProgress>> source) {
    boolean terminal = Console.isTerminal();
    ProgressDisplay display = new ProgressDisplay(out, run, source, terminal, System::nanoTime);
    long period = (terminal ? REDRAW : NEXT_LINE).toMillis();
    ScheduledFuture<?> unused =
        display.clock.scheduleAtFixedRate(display::draw, period, period, TimeUnit.MILLISECONDS);
    return display;
  }

  /** Shows the state of this moment. */
  synchronized void draw() {
    source
        .get()
        .ifPresent(
            progress -> {
              long now = nanoTime.getAsLong();
              if (rate == null || !rate.isOf(progress)) {
                rate = new ProgressRate(progress, now);
              }
              String line = run + ": " + rate.describe(progress, now);
              out.print(redraws ? WIPE + line : line + System.lineSeparator());
              out.flush();
              drawn = true;
            });
  }

  @Override
  public void close() {
    clock.shutdownNow();
    synchronized (this) {
      if (redraws && drawn) {
        out.print(WIPE);
        out.flush();
      }
    }
  }
}

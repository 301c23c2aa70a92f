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

  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration NEXT_LINE = Duration.ofSeconds(5);

  /** Back to the line's begin, and wipe it. */
  static final String WIPE = "\r\u001b[K";

  /**
   * What does not fit is cut, for of a line that went on below only the last piece would be wiped.
   * The blank takes the last column, in which else the last character of all would be left.
   */
  private static final String CUT = "\u001b[?7l%s \u001b[?7h";

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
  private long shownAt;

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
    this.shownAt = nanoTime.getAsLong();
  }

  static ProgressDisplay open(PrintStream out, String run, Supplier<Optional<RunProgress>> source) {
    ProgressDisplay display =
        new ProgressDisplay(out, run, source, Console.isTerminal(), System::nanoTime);
    ScheduledFuture<?> unused =
        display.clock.scheduleAtFixedRate(
            display::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    return display;
  }

  /** Looks how far it is, and shows it if it is time to. */
  synchronized void look() {
    source.get().ifPresent(progress -> look(progress, nanoTime.getAsLong()));
  }

  private void look(RunProgress progress, long now) {
    if (rate == null || !rate.isOf(progress)) {
      rate = new ProgressRate(progress, now);
    }
    if (redraws) {
      // Without the run, which stands in the line above: a narrow terminal has no room for both.
      out.print(WIPE + CUT.formatted(rate.describe(progress, now)));
      out.flush();
      shownAt = now;
    } else if (now - shownAt >= NEXT_LINE.toNanos()) {
      out.println(run + ": " + rate.describe(progress, now));
      shownAt = now;
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    synchronized (this) {
      if (redraws && rate != null) {
        out.print(WIPE);
        out.flush();
      }
    }
  }
}

package io.runledger.lab.pod;

import static io.runledger.lab.pod.Telling.tell;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Happening;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/**
 * A pod as people wrote it: at each fire it takes its locks and does the date. What is typed is a
 * fire of its scheduler, or a person who presses the button.
 */
public final class NaivePod {

  /** A machine that starts a night's servers and pods at once answers late. */
  private static final int WARM_UPS = 10;

  private NaivePod() {}

  public static void main(String[] arguments) throws Exception {
    NaiveSettings settings = NaiveSettings.read();
    NaiveLock lock = lock(settings);
    NaiveRunner runner = new NaiveRunner(settings, lock);
    warmUp(lock, runner);
    Telling.ready(0);
    Scanner typed = new Scanner(System.in, StandardCharsets.UTF_8);
    while (typed.hasNextLine()) {
      String line = typed.nextLine();
      Thread thread = new Thread(() -> run(runner), line);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** A pod has been up for days when night comes: its classes are loaded, its connections open. */
  private static void warmUp(NaiveLock lock, NaiveRunner runner) throws Exception {
    for (int left = WARM_UPS; left > 0; left--) {
      try {
        if (lock.tryLock()) {
          lock.unlock();
        }
        left = 0;
      } catch (IOException busy) {
        if (left == 1) {
          throw busy;
        }
      }
    }
    runner.look();
  }

  private static void run(NaiveRunner runner) {
    try {
      runner.fire();
    } catch (Exception e) {
      tell(Happening.FAILED, e.toString());
    }
  }

  private static NaiveLock lock(NaiveSettings settings) {
    if (settings.guard() == Guard.NONE) {
      return new NoLock();
    }
    return switch (settings.style()) {
      case WATCHDOG, MAJORITY -> new WatchdogLock(settings);
      case FIXED_TTL, RENEWED, NO_TTL -> new KeyLock(settings);
    };
  }
}

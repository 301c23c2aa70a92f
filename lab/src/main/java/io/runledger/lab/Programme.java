package io.runledger.lab;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Scale;
import io.runledger.lab.report.Matrix;
import io.runledger.lab.report.Result;
import io.runledger.lab.stage.Curtain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Plays nights, some of them at once. Those share nothing but the machine, and the start of pods is
 * nearly all of their work. So they start their pods two nights after two, and their dates fall due
 * together, when all pods are up.
 */
final class Programme {

  private static final int LONGEST_REASON = 300;

  /** A night that starts waits for servers half of the time. */
  private static final int STARTING = 2;

  private final Player player;
  private final Scale scale;
  private final int atOnce;
  private final Audience audience;

  Programme(Player player, Scale scale, int atOnce, Audience audience) {
    this.player = player;
    this.scale = scale;
    this.atOnce = atOnce;
    this.audience = audience;
  }

  Matrix play(List<Drill> drills, List<Guard> guards) {
    List<Night> nights =
        drills.stream()
            .flatMap(drill -> guards.stream().map(guard -> new Night(drill, guard)))
            .toList();
    List<Result> results = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      for (int from = 0; from < nights.size(); from += atOnce) {
        results.addAll(
            together(nights.subList(from, Math.min(nights.size(), from + atOnce)), threads));
      }
      results.replaceAll(result -> again(result, threads));
    } finally {
      threads.shutdownNow();
    }
    return new Matrix(scale, results);
  }

  /** On a machine that is busy pods may not get up in time; alone they do. */
  private Result again(Result result, ExecutorService threads) {
    return result instanceof Result.Unplayed
        ? together(List.of(new Night(result.drill(), result.guard())), threads).get(0)
        : result;
  }

  private record Night(Drill drill, Guard guard) {}

  private List<Result> together(List<Night> nights, ExecutorService threads) {
    Phaser started = new Phaser(nights.size());
    Semaphore turn = new Semaphore(STARTING, true);
    List<Future<Result>> played =
        nights.stream().map(night -> threads.submit(() -> play(night, turn, started))).toList();
    return played.stream().map(Programme::get).toList();
  }

  private Result play(Night night, Semaphore turn, Phaser started) {
    turn.acquireUninterruptibly();
    AtomicBoolean starts = new AtomicBoolean(true);
    Result result =
        play(
            night,
            () -> {
              // It is awaited again at the date.
              if (starts.getAndSet(false)) {
                turn.release();
                started.arriveAndAwaitAdvance();
              }
            });
    if (starts.getAndSet(false)) {
      turn.release();
    }
    started.arriveAndDeregister();
    audience.ends(result);
    return result;
  }

  private Result play(Night night, Curtain curtain) {
    Drill drill = night.drill();
    Guard guard = night.guard();
    try {
      return new Result.Played(
          drill, guard, player.play(drill, guard, scale, audience.begins(drill, guard), curtain));
    } catch (RuntimeException | AssertionError failure) {
      return new Result.Unplayed(drill, guard, line(failure));
    }
  }

  private static String line(Throwable failure) {
    String all = failure.toString().strip().replaceAll("\\s*\\R\\s*", " ");
    return all.length() <= LONGEST_REASON ? all : all.substring(0, LONGEST_REASON) + "…";
  }

  private static Result get(Future<Result> played) {
    try {
      return played.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in the middle of the nights", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}

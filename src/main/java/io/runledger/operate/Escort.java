package io.runledger.operate;

import io.runledger.batch.RunLauncher;
import io.runledger.guard.AttemptEnd;
import io.runledger.guard.Ledger;
import io.runledger.run.Attempt;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Decision;
import io.runledger.run.Layer;
import io.runledger.run.Run;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;

/** Stays with one run until it has ended, here or elsewhere. */
final class Escort {

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /** How long a database may leave our looks unanswered. */
  private static final Duration LONGEST_BLIND = Duration.ofSeconds(30);

  private final ManualRuns runs;
  private final RunLauncher launcher;
  private final Ledger ledger;
  private final ManualRequest request;
  private final Patience patience;
  private final Watcher watcher;

  Escort(
      ManualRuns runs,
      RunLauncher launcher,
      Ledger ledger,
      ManualRequest request,
      Patience patience,
      Watcher watcher) {
    this.runs = runs;
    this.launcher = launcher;
    this.ledger = ledger;
    this.request = request;
    this.patience = patience;
    this.watcher = watcher;
  }

  Outcome toTheEnd() {
    Verdict verdict = runs.ask(request);
    watcher.answered(verdict);
    while (true) {
      Optional<Outcome> outcome = follow(verdict);
      if (outcome.isPresent()) {
        watcher.ended(outcome.get());
        return outcome.get();
      }
      Verdict next = runs.askAgain(request, verdict);
      if (!next.word().equals(verdict.word())) {
        watcher.answered(next);
      }
      if (next instanceof Verdict.Blocked) {
        Outcome closed = closed(next);
        watcher.ended(closed);
        return closed;
      }
      verdict = next;
    }
  }

  /** Empty: the run has neither ended nor an owner any more, so it is to be asked for again. */
  private Optional<Outcome> follow(Verdict verdict) {
    if (verdict instanceof Verdict.Started started) {
      return ofOurs(verdict, started.attempt());
    }
    if (verdict instanceof Verdict.Resumed resumed) {
      return ofOurs(verdict, resumed.attempt());
    }
    if (verdict instanceof Verdict.AlreadyCompleted) {
      return Optional.of(new Outcome(verdict, RunStatus.COMPLETED, null));
    }
    if (verdict instanceof Verdict.AlreadyRunning running) {
      return patience == Patience.ANY
          ? elsewhere(verdict)
          : Optional.of(new Outcome(running, RunStatus.RUNNING, null));
    }
    return Optional.of(new Outcome(verdict, null, null));
  }

  /** Never gives up: a chunk that takes an hour is still a chunk. */
  private Optional<Outcome> ofOurs(Verdict verdict, Attempt attempt) {
    Optional<AttemptEnd> end =
        launcher.end(attempt.id()).map(stage -> stage.toCompletableFuture().join());
    if (end.isPresent() && end.get().status() != AttemptStatus.LOST) {
      return Optional.of(
          new Outcome(verdict, RunStatus.valueOf(end.get().status().name()), end.get().message()));
    }
    // Lost to another pod, or it ended before we could look: the ledger knows.
    Look look = look();
    Run run = look.run();
    if (run == null) {
      return Optional.of(blind(verdict, look));
    }
    return run.status() == RunStatus.RUNNING && patience == Patience.ANY
        ? elsewhere(verdict)
        : Optional.of(new Outcome(verdict, run.status(), run.message()));
  }

  /**
   * Looks until the attempt that has the run now has ended, or its lease has. Then it looks once
   * more: what ended meanwhile, by whoever closed it, is not asked for again.
   */
  private Optional<Outcome> elsewhere(Verdict verdict) {
    boolean seenRunning = false;
    boolean seenWithoutOwner = false;
    while (!launcher.isLeaving()) {
      Look look = look();
      if (look.fault() != null) {
        return Optional.of(blind(verdict, look));
      }
      Run run = look.run();
      if (run == null || !isAtWork(run)) {
        // Else it is an old state: what keeps us out is another run under the same lock.
        boolean spokenOf =
            run != null && (seenRunning || run.startedAt().equals(verdict.decision().since()));
        if (run != null && spokenOf && isOver(run)) {
          return Optional.of(new Outcome(verdict, run.status(), run.message()));
        }
        if (seenWithoutOwner) {
          return Optional.empty();
        }
        seenWithoutOwner = true;
      }
      seenRunning |= run != null && run.status() == RunStatus.RUNNING;
      pause();
    }
    return Optional.of(new Outcome(verdict, RunStatus.RUNNING, "this process ends before it does"));
  }

  /**
   * What a waiting process repeats does not overrule what was said of the run meanwhile: that it
   * shall stop, or that it kills its pods. Then it is taken over to be closed, which is soon done.
   */
  private Outcome closed(Verdict blocked) {
    while (true) {
      Look look = look();
      Run run = look.run();
      if (run == null || launcher.isLeaving()) {
        return new Outcome(blocked, null, null);
      }
      if (!isAtWork(run)) {
        boolean isClosed = run.status() != RunStatus.RUNNING;
        return new Outcome(
            blocked, isClosed ? run.status() : null, isClosed ? run.message() : null);
      }
      pause();
    }
  }

  private static boolean isAtWork(Run run) {
    return run.status() == RunStatus.RUNNING && run.leaseLives();
  }

  /** A run whose pod died or was shut down is not over: whoever waits asks for it again. */
  private static boolean isOver(Run run) {
    return switch (run.status()) {
      case RUNNING -> false;
      case STOPPED -> run.stoppedByPerson();
      case COMPLETED, FAILED, MISSED, REOPENED -> true;
    };
  }

  /**
   * The run's row.
   *
   * @param run null if there is none, or it could not be read
   * @param fault why it could not be read; null if it could
   */
  private record Look(@Nullable Run run, @Nullable String fault) {}

  /** A database that restarts is waited for. */
  private Look look() {
    long begun = System.nanoTime();
    while (true) {
      try {
        return new Look(ledger.read(request.key()).orElse(null), null);
      } catch (DataAccessException e) {
        Duration blind = Duration.ofNanos(System.nanoTime() - begun);
        if (blind.compareTo(LONGEST_BLIND) > 0 || launcher.isLeaving()) {
          return new Look(null, NestedExceptionUtils.getMostSpecificCause(e).getMessage());
        }
        pause();
      }
    }
  }

  private static Outcome blind(Verdict verdict, Look look) {
    Verdict unavailable =
        new Verdict.Unavailable(
            verdict.key(),
            Decision.by(Layer.LEDGER),
            verdict.effects(),
            "it was %s, but what became of it cannot be read: %s"
                .formatted(verdict.word(), look.fault()));
    return new Outcome(unavailable, null, null);
  }

  private static void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

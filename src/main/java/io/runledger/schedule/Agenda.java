package io.runledger.schedule;

import io.runledger.guard.RegisteredJob;
import io.runledger.guard.Standings.Standing;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What should exist of one job, beside what does.
 *
 * @param schedule the job's schedule
 * @param job what people said of the job
 * @param now the ledger's time
 * @param items the runs that fell due and were not known to be over, in the order of their due
 *     instants
 * @param isWhole whether there are no more of them
 */
record Agenda(
    JobSchedule schedule, RegisteredJob job, Instant now, List<Item> items, boolean isWhole) {

  /**
   * A run that should exist.
   *
   * @param run which, and since when
   * @param standing what became of it
   * @param upstream what it comes after, with what became of that
   */
  record Item(DueRun run, Standing standing, List<Before> upstream) {

    Item {
      upstream = List.copyOf(upstream);
    }

    RunKey key() {
      return run.key();
    }

    /** What it waits for, in words; empty if nothing that it comes after is open. */
    Optional<String> waitsFor() {
      return upstream.stream()
          .filter(before -> !before.isDone())
          .findFirst()
          .map(before -> "it comes after %s, which is %s".formatted(before.key(), before.words()));
    }

    /** Whether what it comes after will not be there, by policy. */
    Optional<RunKey> missedUpstream() {
      return upstream.stream()
          .filter(before -> before.standing().status() == RunStatus.MISSED)
          .findFirst()
          .map(Before::key);
    }
  }

  /** A run of another job that comes first. */
  record Before(RunKey key, Standing standing) {

    boolean isDone() {
      return standing.status() == RunStatus.COMPLETED || standing.isCovered();
    }

    String words() {
      @Nullable RunStatus status = standing.status();
      return status == null ? "not run yet" : status.name();
    }
  }

  Agenda {
    items = List.copyOf(items);
  }

  /** Whether nothing of the job may start. */
  boolean isHeldBack() {
    return job.hold() != null || job.renamedTo() != null;
  }

  /**
   * Up to when everything is over that fell due; what is due in the same instant as an open run may
   * be open, too.
   */
  Instant settled() {
    Instant first =
        items.stream()
            .filter(item -> !item.standing().isOver())
            .findFirst()
            .map(item -> item.run().due())
            .orElse(null);
    if (first == null) {
      return isWhole ? now : items.get(items.size() - 1).run().due().minusNanos(1);
    }
    return first.minusNanos(1);
  }
}

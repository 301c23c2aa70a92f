package io.runledger.guard;

import io.runledger.run.Cause;
import io.runledger.run.Decision;
import io.runledger.run.Effects;
import io.runledger.run.Layer;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts into words, for one run key, why there is no attempt. */
record Answers(RunKey key, Effects effects) {

  /** What the row says by itself; empty if an attempt may be tried. */
  Optional<Verdict> byRow(Run run, Cause cause) {
    if (run.status() == RunStatus.COMPLETED) {
      return Optional.of(
          new Verdict.AlreadyCompleted(
              key, new Decision(Layer.LEDGER, run.pod(), run.endedAt()), effects));
    }
    if (run.status() == RunStatus.RUNNING && run.leaseLives()) {
      return Optional.of(running(run, Layer.LEDGER));
    }
    boolean claimable = List.of(Ledger.claimable(cause)).contains(run.status().name());
    if (!claimable || (run.stoppedByPerson() && !cause.isPerson())) {
      return Optional.of(
          new Verdict.Blocked(
              key,
              new Decision(Layer.LEDGER, run.pod(), run.endedAt()),
              effects,
              "it is %s%s; ask for it by hand to resume it"
                  .formatted(run.status(), run.message() == null ? "" : ": " + run.message())));
    }
    return Optional.empty();
  }

  private Verdict running(Run run, Layer layer) {
    return new Verdict.AlreadyRunning(
        key,
        new Decision(layer, run.pod(), run.startedAt()),
        effects,
        "attempt %d on %s, its lease lives until %s%s"
            .formatted(
                run.attempts(),
                run.pod(),
                run.leaseUntil(),
                run.stopAskedBy() == null
                    ? ""
                    : "; %s asked it to stop".formatted(run.stopAskedBy())));
  }

  /** Somebody else's lease lives on the lock name. */
  Verdict leased(String lockName, LeaseArbiter.Holder holder, Optional<Run> holders) {
    if (holders.isPresent() && holders.get().key().equals(key)) {
      return running(holders.get(), Layer.LEASE);
    }
    String owner = holders.map(Run::pod).orElse(null);
    String whom = holders.map(run -> run.key().toString()).orElse("an attempt that just begins");
    return new Verdict.AlreadyRunning(
        key,
        new Decision(Layer.LEASE, owner, holders.map(Run::startedAt).orElse(null)),
        effects,
        "its lock '%s' is leased to %s until %s".formatted(lockName, whom, holder.until()));
  }

  /** The run is taken over to be closed, and not to go on. */
  Verdict closed(Decision decision, AttemptEnd end) {
    return new Verdict.Blocked(
        key, decision, effects, "it is closed as %s: %s".formatted(end.status(), end.message()));
  }

  Verdict filtered(String lockName) {
    return new Verdict.AlreadyRunning(
        key,
        Decision.by(Layer.FILTER),
        effects,
        "Redis has the lock '%s' for somebody".formatted(lockName));
  }

  Verdict occupied(RunKey occupant, String pod) {
    return new Verdict.AlreadyRunning(
        key,
        new Decision(Layer.POD, pod, null),
        effects,
        "an attempt at %s still has threads in this pod".formatted(occupant));
  }

  /** It may not run now, whoever asks. */
  Verdict blocked(String why) {
    return new Verdict.Blocked(key, Decision.by(Layer.LEDGER), effects, why);
  }

  /**
   * Others were faster in each round. The row answers if it can by now; if it cannot, somebody was
   * at it all the time, and whoever asks may ask again. The database did answer.
   */
  Verdict outrun(Optional<Run> last, Cause cause) {
    return last.flatMap(run -> byRow(run, cause))
        .orElseGet(
            () ->
                new Verdict.AlreadyRunning(
                    key,
                    new Decision(
                        Layer.LEDGER,
                        last.map(Run::pod).orElse(null),
                        last.map(Run::startedAt).orElse(null)),
                    effects,
                    "others were at it each time it was asked for; "
                        + last.map(
                                run ->
                                    "attempt %d on %s left it %s"
                                        .formatted(run.attempts(), run.pod(), run.status()))
                            .orElse("none of them has claimed it yet")));
  }

  /**
   * A database that fell back to an older state of itself grants numbers that it granted before.
   */
  Verdict steppedBack(Run run, long granted) {
    return new Verdict.Blocked(
        key,
        new Decision(Layer.LEDGER, run.pod(), run.startedAt()),
        effects,
        """
        its fence is %d, and the sequence runledger.batch_fence has stepped back to %d: did the \
        database fail over? Restart a pod that migrates the schema, which raises the sequence"""
            .formatted(run.fence(), granted));
  }

  Verdict unavailable(Layer layer, @Nullable String why) {
    return new Verdict.Unavailable(
        key,
        Decision.by(layer),
        effects,
        "the database could not answer, so whether it is done is not known: " + why);
  }
}

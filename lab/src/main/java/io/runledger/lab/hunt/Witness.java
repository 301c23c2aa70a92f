package io.runledger.lab.hunt;

import io.runledger.guard.GuardListener;
import io.runledger.run.Attempt;
import io.runledger.run.Layer;
import io.runledger.run.Verdict;
import java.time.Instant;

/** Tells the hunt where a layer stopped what the one before had let pass. */
final class Witness implements GuardListener {

  /** How its lines begin. */
  static final String MARK = "guard|";

  /** How the event begins that ends with the attempt and the time. */
  static final String FENCE_REFUSED = "fence-refused";

  @Override
  public void answered(Verdict verdict) {
    if (verdict instanceof Verdict.AlreadyRunning && verdict.decision().layer() == Layer.LEASE) {
      tell("lease-refused " + verdict.key());
    }
  }

  @Override
  public void filterUnknown(String lockName) {
    tell("filter-unknown " + lockName);
  }

  @Override
  public void filterLost(Attempt attempt) {
    tell("filter-lost " + attempt.key());
  }

  @Override
  public void attemptLost(Attempt attempt, String why) {
    tell("attempt-lost " + attempt.key());
  }

  @Override
  public void fenceRefused(Attempt attempt) {
    tell(FENCE_REFUSED + " " + attempt.key() + " " + attempt.id() + " " + Instant.now());
  }

  @Override
  public void runPoisoned(Attempt attempt) {
    tell("poisoned " + attempt.key());
  }

  private static void tell(String event) {
    System.out.println(MARK + event);
  }
}

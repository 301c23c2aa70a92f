package io.runledger.lab.pod;

import static io.runledger.lab.pod.Telling.tell;

import io.runledger.guard.AttemptEnd;
import io.runledger.guard.GuardListener;
import io.runledger.lab.night.Happening;
import io.runledger.run.Attempt;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Verdict;
import java.time.Duration;

/** Tells the lab what happens in the guard. */
final class Storyteller implements GuardListener {

  @Override
  public void answered(Verdict verdict) {
    boolean granted = verdict instanceof Verdict.Started || verdict instanceof Verdict.Resumed;
    tell(
        granted ? Happening.GRANTED : Happening.REFUSED,
        verdict.word() + ": " + verdict.explanation());
  }

  @Override
  public void filterUnknown(String lockName) {
    tell(Happening.NOTE, "Redis cannot say; the lease decides");
  }

  @Override
  public void filterLost(Attempt attempt) {
    tell(Happening.NOTE, "Redis lost the lock; the run goes on, its lease stands");
  }

  @Override
  public void renewalFailed(Attempt attempt, Exception error) {
    tell(Happening.NOTE, "the lease was not renewed: " + error.getMessage());
  }

  @Override
  public void attemptLost(Attempt attempt, String why) {
    tell(Happening.LOST, "attempt " + attempt.number() + " is lost: " + why);
  }

  @Override
  public void fenceRefused(Attempt attempt) {
    tell(Happening.REFUSED, "the fence refuses the commit of attempt " + attempt.number());
  }

  @Override
  public void attemptEnded(Attempt attempt, AttemptEnd end, Duration took) {
    tell(
        Happening.ENDED,
        "attempt %d %s%s"
            .formatted(
                attempt.number(),
                end.status(),
                end.status() == AttemptStatus.FAILED ? ": " + end.message() : ""));
  }
}

package io.runledger.guard;

import io.runledger.run.Attempt;
import io.runledger.run.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that remembers what it was told. */
final class Heard implements GuardListener {

  private final List<String> told = new CopyOnWriteArrayList<>();

  /** How often the event was told of this attempt. */
  long count(String event, LiveAttempt live) {
    return count(event, live.attempt().id());
  }

  private long count(String event, UUID attempt) {
    return count(event, attempt.toString());
  }

  /** How often the event was told of this lock name, run key or attempt. */
  long count(String event, String whose) {
    return told.stream().filter((event + " " + whose)::equals).count();
  }

  private void hear(String event, Object whose) {
    told.add(event + " " + whose);
  }

  @Override
  public void answered(Verdict verdict) {
    hear("answered", verdict.key());
  }

  @Override
  public void filterUnknown(String lockName) {
    hear("filterUnknown", lockName);
  }

  @Override
  public void filterLost(Attempt attempt) {
    hear("filterLost", attempt.id());
  }

  @Override
  public void renewalFailed(Attempt attempt, Exception error) {
    hear("renewalFailed", attempt.id());
  }

  @Override
  public void attemptLost(Attempt attempt, String why) {
    hear("attemptLost", attempt.id());
  }

  @Override
  public void fenceRefused(Attempt attempt) {
    hear("fenceRefused", attempt.id());
  }

  @Override
  public void attemptEnded(Attempt attempt, AttemptEnd end, Duration took) {
    hear("attemptEnded", attempt.id());
  }
}

package io.runledger.guard;

import io.runledger.run.RunKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The attempts that have threads in this JVM, lost ones included until their threads have left. A
 * job has one place here: its readers and writers are often singletons, and must not be opened
 * twice.
 */
public final class LiveAttempts {

  private final Map<String, RunKey> places = new ConcurrentHashMap<>();
  private final Map<UUID, LiveAttempt> attempts = new ConcurrentHashMap<>();

  /** Takes the job's place; or the run that has it, in which case nothing changed. */
  Optional<RunKey> occupy(RunKey key) {
    return Optional.ofNullable(places.putIfAbsent(key.job(), key));
  }

  void vacate(RunKey key) {
    places.remove(key.job(), key);
  }

  void enter(LiveAttempt attempt) {
    attempts.put(attempt.attempt().id(), attempt);
  }

  void leave(LiveAttempt attempt) {
    attempts.remove(attempt.attempt().id(), attempt);
    vacate(attempt.attempt().key());
  }

  /** The attempt with this id, if it works here. */
  public Optional<LiveAttempt> byId(UUID id) {
    return Optional.ofNullable(attempts.get(id));
  }

  /** The attempt at the run that works here, if one does. */
  public Optional<LiveAttempt> at(RunKey key, long generation) {
    return attempts.values().stream()
        .filter(live -> live.attempt().key().equals(key))
        .filter(live -> live.attempt().generation() == generation)
        .findFirst();
  }

  public List<LiveAttempt> all() {
    return List.copyOf(attempts.values());
  }
}

package io.runledger.simulation;

import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.schedule.Nightly;
import io.runledger.schedule.Schedules;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One night from one seed: pods wake, dates fall due, and mishaps befall them; then all is healed,
 * and everything that is due has to be completed.
 */
final class Night {

  static final List<String> JOBS = List.of("interest", "letters");

  private static final Map<LocalDate, Schedules> SCHEDULES = new ConcurrentHashMap<>();
  private static final LocalDate TODAY = LocalDate.of(2026, 3, 2);
  private static final List<Duration> CHUNK_IDLE =
      List.of(Duration.ofSeconds(4), Duration.ofSeconds(6), Duration.ofMinutes(1));
  private static final Duration TROUBLE = Duration.ofSeconds(12);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Duration ASK_EVERY = Duration.ofSeconds(2);

  private final Lane lane;
  private final Chance chance;
  private final Turns turns;
  private final Mishaps mishaps;
  private final ServerClock clock;
  private final Referee referee;
  private final SimulatedRedis redis;
  private final Promises promises;
  private final Schedules schedules;
  private final List<RunKey> due = new ArrayList<>();
  private final Duration chunkIdle;
  private final boolean mayEndSessions;
  private final @Nullable String sharedLock;
  private final Map<String, SimulatedPod> pods = new TreeMap<>();
  private final Map<Host, Long> cutOffUntil = new HashMap<>();
  private final Set<Session> unnoticed = new LinkedHashSet<>();
  private final @Nullable List<String> trace;
  private long waits;

  Night(Lane lane, long seed, @Nullable List<String> trace) {
    this.lane = lane;
    this.trace = trace;
    chance = new Chance(seed);
    turns = new Turns(lane.threads());
    mishaps = new Mishaps(chance);
    clock = lane.clock(turns);
    referee = new Referee(turns, lane.backends());
    redis = new SimulatedRedis(this);
    promises = new Promises(this, lane.jdbc());
    LocalDate from = TODAY.minusDays(chance.upTo(2));
    schedules = SCHEDULES.computeIfAbsent(from, date -> Nightly.of(date, JOBS.get(0), JOBS.get(1)));
    from.datesUntil(TODAY.plusDays(1))
        .forEach(date -> JOBS.forEach(job -> due.add(RunKey.of(job, date))));
    chunkIdle = chance.oneOf(CHUNK_IDLE);
    mayEndSessions = chance.percent(70);
    sharedLock = chance.percent(30) ? "bookings" : null;
  }

  /** Plays it; what was broken is in the promises. */
  Promises play() {
    try {
      int count = 2 + chance.upTo(2);
      for (int i = 0; i < count; i++) {
        start("pod-" + (char) ('a' + i));
      }
      people();
      turns.at(LOOK_EVERY, null, this::look);
      turns.play();
      if (turns.failures().isEmpty()) {
        promises.check();
      }
      turns.failures().forEach(promises::failed);
    } finally {
      pods.values().forEach(pod -> kill(pod.host(), false));
      List.copyOf(unnoticed).forEach(this::noticed);
      turns.unwind();
      referee.close();
      lane.clean();
    }
    return promises;
  }

  /** What people do, and the clock, whatever the pods are at. */
  private void people() {
    sometime(60, () -> onAPod(pod -> pod.press(RunRequest.of(chance.oneOf(due), person()))));
    sometime(30, () -> onAPod(pod -> pod.press(RunRequest.of(chance.oneOf(due), person()))));
    sometime(25, () -> onAPod(pod -> pod.stop(chance.oneOf(due))));
    sometime(20, () -> onAPod(SimulatedPod::leave));
    sometime(
        15, () -> clock.set(chance.between(Duration.ofSeconds(1), Duration.ofHours(1)).negated()));
    sometime(20, () -> clock.set(chance.between(Duration.ZERO, Duration.ofSeconds(20))));
  }

  private void sometime(int percent, Runnable what) {
    if (chance.percent(percent)) {
      turns.at(chance.between(Duration.ofSeconds(1), TROUBLE.minusSeconds(1)), null, what);
    }
  }

  /** On any that lives, if one does. */
  private void onAPod(Consumer<SimulatedPod> what) {
    List<SimulatedPod> living = pods.values().stream().filter(pod -> !pod.host().isDead()).toList();
    if (!living.isEmpty()) {
      what.accept(chance.oneOf(living));
    }
  }

  private static Cause person() {
    return Cause.person("person", null);
  }

  private void start(String name) {
    pods.put(name, new SimulatedPod(this, new Host(name)));
  }

  /** Whether everything is over, or the trouble at least. */
  private void look() {
    if (promises.open(due).isEmpty()) {
      turns.end();
    } else if (turns.now() >= TROUBLE.toNanos()) {
      heal();
    } else {
      turns.at(LOOK_EVERY, null, this::look);
    }
  }

  /** Nothing goes wrong any more; frozen pods move on. */
  private void heal() {
    trace("healed");
    mishaps.end();
    clock.set(Duration.ZERO);
    cutOffUntil.clear();
    pods.values().forEach(pod -> pod.host().thaw());
    settle(turns.now() + promises.limit(due.size()).toNanos());
  }

  /** A person asks for what waits for one, until everything is completed. */
  private void settle(long limit) {
    List<RunKey> open = promises.open(due);
    if (open.isEmpty()) {
      turns.end();
    } else if (turns.now() > limit) {
      promises.broken(
          "%s still open %s after everything was healed"
              .formatted(open, promises.limit(due.size())));
      turns.end();
    } else {
      promises
          .waitingForPeople()
          .forEach(key -> onAPod(pod -> pod.press(RunRequest.of(key, person()))));
      turns.at(ASK_EVERY, null, () -> settle(limit));
    }
  }

  /** The current thread of the host waits for something else than the database. */
  void pause(Host host, Duration duration) {
    mishaps
        .next(false)
        .ifPresent(
            mishap -> {
              trace(turns.mover(), mishap.name());
              switch (mishap) {
                case KILLED_BEFORE, KILLED_AFTER -> kill(host);
                case FROZEN_BEFORE, FROZEN_AFTER -> freeze(host);
                case REQUEST_LOST, ANSWER_LOST, SESSION_ENDED, CUT_OFF -> cutOff(host);
              }
            });
    turns.pause(duration);
  }

  /** The pod dies, and another boots in its place. */
  void kill(Host host) {
    kill(host, true);
  }

  private void kill(Host host, boolean again) {
    if (host.isDead()) {
      return;
    }
    trace(host + " dies");
    host.die();
    SimulatedPod pod = pods.get(host.name());
    if (pod != null && pod.host() == host) {
      pod.sever();
    }
    turns.of(host).stream().filter(mover -> mover != turns.current()).forEach(turns::wake);
    if (again) {
      turns.at(
          chance.between(Duration.ofSeconds(1), Duration.ofSeconds(4)),
          null,
          () -> start(host.name()));
    }
  }

  void freeze(Host host) {
    Duration length = chance.between(Duration.ofMillis(500), SimulatedPod.LEASE.multipliedBy(2));
    host.freezeUntil(turns.now() + length.toNanos());
    trace(host + " freezes for " + length.toMillis() + " ms");
    SimulatedPod pod = pods.get(host.name());
    if (pod != null && pod.host() == host) {
      pod.frozen();
    }
  }

  void cutOff(Host host) {
    Duration length = chance.between(Duration.ofMillis(500), SimulatedPod.LEASE.multipliedBy(2));
    cutOffUntil.put(host, turns.now() + length.toNanos());
  }

  Duration cutOffFor(Host host) {
    return Duration.ofNanos(Math.max(0, cutOffUntil.getOrDefault(host, 0L) - turns.now()));
  }

  /**
   * The server ends a session, and rolls back what it had open.
   *
   * @param later when it notices that nobody is there any more
   */
  void end(Session session, Duration later) {
    unnoticed.add(session);
    if (later.isZero()) {
      noticed(session);
    } else {
      turns.at(later, null, () -> noticed(session));
    }
  }

  private void noticed(Session session) {
    if (unnoticed.remove(session)) {
      lane.sessions().giveBack(session);
      referee.settle();
    }
  }

  void trace(String what) {
    if (trace != null) {
      trace.add("%9.3f %s".formatted(new BigDecimal(turns.now()).movePointLeft(9), what));
    }
  }

  /** Somebody waits for the database. */
  void waits(Mover mover, String what) {
    waits++;
    trace(mover, what);
  }

  /** How often somebody waited for the database. */
  long waits() {
    return waits;
  }

  void trace(Mover mover, String what) {
    if (trace != null) {
      String line = what.strip().replaceAll("\\s+", " ");
      trace(mover + ": " + line.substring(0, Math.min(100, line.length())));
    }
  }

  Turns turns() {
    return turns;
  }

  Chance chance() {
    return chance;
  }

  Mishaps mishaps() {
    return mishaps;
  }

  ServerClock clock() {
    return clock;
  }

  Referee referee() {
    return referee;
  }

  Sessions sessions() {
    return lane.sessions();
  }

  SimulatedRedis redis() {
    return redis;
  }

  Promises promises() {
    return promises;
  }

  Schedules schedules() {
    return schedules;
  }

  /** How long a session may sit idle in the middle of a chunk. */
  Duration chunkIdle() {
    return chunkIdle;
  }

  /** Whether the pods' role may end the sessions of others: where not, the fence stands alone. */
  boolean mayEndSessions() {
    return mayEndSessions;
  }

  /** The lock name that both jobs have; null if each has its own. */
  @Nullable String sharedLock() {
    return sharedLock;
  }
}

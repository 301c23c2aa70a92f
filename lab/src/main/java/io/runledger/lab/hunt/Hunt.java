package io.runledger.lab.hunt;

import io.runledger.test.TcpProxy;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** One hunt: the plan is carried out, everything is healed, and the checker looks. */
final class Hunt implements AutoCloseable {

  private static final List<String> REVERSIBLE = List.of("chunks", "partitions", "split");

  /** In this time locks are granted that no replica hears of. */
  private static final Duration BEFORE_THE_LOSS = Duration.ofMillis(500);

  /** Sentinel waits for a second, and asks the others. */
  private static final Duration UNTIL_ELECTED = Duration.ofSeconds(3);

  private record Due(Duration at, String what, Runnable work) {}

  private final Plan plan;
  private final History history;
  private final Requests requests;
  private final Arena arena;
  private final Map<Action.Kind, Integer> done = new EnumMap<>(Action.Kind.class);
  private final Map<String, Integer> events = new TreeMap<>();
  private final Testimony testimony = new Testimony();
  private final Queue<Due> healings = new PriorityQueue<>(Comparator.comparing(Due::at));
  private long begin;

  Hunt(Plan plan, History history) {
    this.plan = plan;
    this.history = history;
    this.requests = new Requests(history);
    this.arena = new Arena(plan.pods(), plan.redis(), this::hear);
  }

  private void hear(String pod, String line) {
    if (line.startsWith(Desk.MARK)) {
      requests.hear(pod, line.substring(Desk.MARK.length()));
    } else if (line.startsWith(FilterWitness.MARK)) {
      testimony.hear(pod, line.substring(FilterWitness.MARK.length()));
    } else if (line.startsWith(Witness.MARK)) {
      String event = line.substring(Witness.MARK.length());
      history.add(pod, History.Type.info, "guard", event);
      if (event.startsWith(Witness.FENCE_REFUSED)) {
        String[] words = event.split(" ", -1);
        testimony.refused(
            UUID.fromString(words[words.length - 2]), Instant.parse(words[words.length - 1]));
      }
      synchronized (events) {
        events.merge(event.split(" ", 2)[0], 1, Integer::sum);
      }
    }
  }

  HuntReport play() {
    begin = System.nanoTime();
    Queue<Action> actions = new ArrayDeque<>(plan.actions());
    while (!actions.isEmpty() || now().compareTo(plan.length()) < 0) {
      Due healing = healings.peek();
      if (healing != null && healing.at().compareTo(now()) <= 0) {
        healings.remove();
        history.add("hunt", History.Type.info, "heal", healing.what());
        healing.work().run();
      } else if (!actions.isEmpty() && actions.peek().at().compareTo(now()) <= 0) {
        perform(actions.remove());
      } else {
        LockSupport.parkNanos(10_000_000);
      }
    }
    history.add("hunt", History.Type.info, "heal", "everything");
    arena.heal();
    Settlement.Outcome outcome = new Settlement(arena, requests, history).await();
    List<Requests.Answered> answers = requests.close();
    testimony.write(arena.database().jdbc());
    HuntReport report;
    synchronized (events) {
      report =
          HuntReport.of(
              plan, arena.database(), done, events, testimony, answers, requests.asked(), outcome);
    }
    report.breaks().forEach(broken -> history.add("checker", History.Type.fail, "break", broken));
    if (!report.breaks().isEmpty()) {
      arena.database().write(history);
    }
    return report;
  }

  private Duration now() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  private void perform(Action action) {
    done.merge(action.kind(), 1, Integer::sum);
    int which = action.which();
    Slot slot = arena.slot(which);
    history.add(
        "hunt",
        History.Type.info,
        action.kind().name(),
        slot.name() + " " + action.lasting().toMillis());
    switch (action.kind()) {
      case NIGHT -> arena.database().nextNight();
      case KILL -> {
        slot.kill();
        later(action, "start " + slot.name(), () -> arena.startLater(slot));
      }
      case DEPLOY -> arena.deploy(slot, which);
      case RENAME -> arena.rename(which);
      case FREEZE -> {
        slot.freeze();
        later(action, "thaw " + slot.name(), slot::thaw);
      }
      case DATABASE_LOST -> {
        slot.databaseLink().blackhole();
        later(action, "database of " + slot.name(), slot.databaseLink()::forward);
      }
      case DATABASE_CUT -> slot.databaseLink().cut();
      case DATABASE_SLOW -> {
        slot.databaseLink().delay(Duration.ofMillis(20 + which % 200));
        later(action, "database of " + slot.name(), () -> slot.databaseLink().delay(Duration.ZERO));
      }
      case REDIS_LOST -> {
        slot.redisLinks().forEach(TcpProxy::blackhole);
        later(
            action, "redis of " + slot.name(), () -> slot.redisLinks().forEach(TcpProxy::forward));
      }
      case REDIS_EMPTY -> arena.redis().empty();
      case REDIS_HANGS -> {
        arena.redis().hang();
        later(action, "redis", arena.redis()::resume);
      }
      case REDIS_KILLED -> arena.redis().restart();
      case FAILOVER -> {
        HuntRedis.Failover failover = arena.redis().failover(which);
        later(BEFORE_THE_LOSS, "the master is lost", failover::loseMaster);
        later(action.lasting().plus(UNTIL_ELECTED), "master comes back", failover::comeBack);
      }
      case REDIS_READ_ONLY -> {
        arena.redis().refuseWrites();
        later(action, "redis", arena.redis()::takeWrites);
      }
      case DATABASE_RESTART -> arena.database().server().restart();
      case DATABASE_KILLED -> {
        arena.database().server().kill();
        arena.database().server().restart();
      }
      case SESSIONS_TERMINATED -> arena.database().terminateSessions(which);
      case CLOCK_BACK -> {
        arena.database().clockBack(1 + which % 40);
        later(action, "clock", arena.database()::clockRight);
      }
      case RUN -> {
        String what = "run " + job(which) + " " + date(which);
        requests.ask(slot, what);
        requests.ask(arena.slot(which + 1), what);
      }
      case STOP ->
          arena
              .database()
              .run("RUNNING", HuntJobs.NAMES, which)
              .ifPresent(run -> requests.ask(slot, "stop " + run));
      case HOLD -> {
        requests.ask(slot, "hold " + job(which));
        later(
            action,
            "hold of " + job(which),
            () -> requests.ask(arena.slot(which + 1), "release " + job(which)));
      }
      case REOPEN ->
          arena
              .database()
              .run("COMPLETED", REVERSIBLE, which)
              .ifPresent(run -> requests.ask(slot, "reopen " + run));
    }
  }

  private void later(Action action, String what, Runnable work) {
    later(action.lasting(), what, work);
  }

  private void later(Duration pause, String what, Runnable work) {
    healings.add(new Due(now().plus(pause), what, work));
  }

  private String job(int which) {
    return arena.nameOf(HuntJobs.NAMES.get(which / 7 % HuntJobs.NAMES.size()));
  }

  /** Mostly one of the last dates, sometimes one that is not due. */
  private LocalDate date(int which) {
    int nights = arena.database().nights();
    return HuntDatabase.FIRST.plusDays(Math.max(0, nights - which / 100 % 4));
  }

  @Override
  public void close() {
    arena.close();
  }
}

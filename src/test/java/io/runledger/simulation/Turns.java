package io.runledger.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A time that passes from event to event, and one thread at a time that moves. Real threads carry
 * the code that is simulated; each goes on only when it has the turn, and gives it away when it
 * waits. Who is next, and when, follows from the events alone: the same seed plays the same night.
 */
final class Turns {

  private record Event(
      long at,
      long order,
      @Nullable Host host,
      @Nullable Mover mover,
      long turn,
      @Nullable Runnable action)
      implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final Executor threads;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Set<Mover> movers = new LinkedHashSet<>();
  private final List<Throwable> failures = new ArrayList<>();
  private long now;
  private long count;
  private volatile @Nullable Mover current;
  private volatile @Nullable Thread director;
  private volatile boolean ended = true;

  /**
   * @param threads carry the movers
   */
  Turns(Executor threads) {
    this.threads = threads;
  }

  Executor threads() {
    return threads;
  }

  /** Nanoseconds since the begin. */
  long now() {
    return now;
  }

  /** Who moves; null if it is the director or an action. */
  @Nullable Mover current() {
    return current;
  }

  /** What no thread should have thrown. */
  List<Throwable> failures() {
    return failures;
  }

  /** Plays until somebody {@linkplain #end() ends} it; to be called by the director's thread. */
  void play() {
    director = Thread.currentThread();
    ended = false;
    passOn();
    while (!ended) {
      LockSupport.park(this);
    }
  }

  /** The night is over: the director goes on as soon as the turn is given away. */
  void end() {
    events.clear();
    at(Duration.ZERO, null, this::leave);
  }

  private void leave() {
    events.clear();
    ended = true;
  }

  /** Lets all threads of dead hosts unwind; by the director. */
  void unwind() {
    while (!movers.isEmpty()) {
      events.clear();
      List.copyOf(movers).forEach(this::wake);
      at(Duration.ZERO, null, this::leave);
      play();
    }
  }

  /** A thread of the host begins. */
  void begin(Host host, String name, Duration delay, Runnable task) {
    Mover mover = new Mover(this, host, name, task);
    movers.add(mover);
    add(delay.toNanos(), host, mover, null);
  }

  /**
   * Something happens by itself; it must not wait.
   *
   * @param host whose doing it is, and who does it later if frozen; null if nobody's
   */
  void at(Duration delay, @Nullable Host host, Runnable action) {
    add(delay.toNanos(), host, null, action);
  }

  /** The current thread waits; others move. */
  void pause(Duration duration) {
    Mover self = mover();
    self.host().requireAlive();
    add(duration.toNanos(), self.host(), self, null);
    yieldTurn(self);
    self.host().requireAlive();
  }

  /** Whoever waits, waits no longer. */
  void wake(Mover mover) {
    mover.nextWait();
    add(0, mover.host(), mover, null);
  }

  /** The threads of a host, in the order in which they began. */
  List<Mover> of(Host host) {
    return movers.stream().filter(mover -> mover.host() == host).toList();
  }

  /** The thread that has the turn, which has to be one of a host. */
  Mover mover() {
    Mover self = current;
    if (self == null) {
      throw new IllegalStateException("nobody moves, who could wait");
    }
    return self;
  }

  private void add(
      long delay, @Nullable Host host, @Nullable Mover mover, @Nullable Runnable action) {
    events.add(
        new Event(
            now + Math.max(0, delay),
            count++,
            host,
            mover,
            mover == null ? 0 : mover.currentWait(),
            action));
  }

  /** By the mover's own thread: somebody else's turn, until it is its own again. */
  private void yieldTurn(Mover self) {
    self.loseTurn();
    passOn();
    self.awaitTurn();
  }

  /** The turn is taken from the current mover, which goes on when it is woken. */
  void takeFrom(Mover waiting) {
    waiting.loseTurn();
    waiting.nextWait();
    passOn();
  }

  /** Finds out whose turn it is, and gives it. */
  private void passOn() {
    current = null;
    while (!ended) {
      Event event = events.poll();
      if (event == null) {
        failures.add(new IllegalStateException("nothing is left to happen"));
        ended = true;
        break;
      }
      Mover mover = event.mover();
      if (mover != null && mover.currentWait() != event.turn()) {
        continue;
      }
      now = Math.max(now, event.at());
      Host host = event.host();
      if (host != null && !host.isDead() && host.frozenUntil() > now) {
        events.add(
            new Event(
                host.frozenUntil(), event.order(), host, mover, event.turn(), event.action()));
        continue;
      }
      if (mover != null) {
        mover.nextWait();
        current = mover;
        mover.giveTurn();
        return;
      }
      try {
        Objects.requireNonNull(event.action()).run();
      } catch (RuntimeException | Error e) {
        failures.add(e);
        ended = true;
      }
    }
    LockSupport.unpark(director);
  }

  /** A mover's whole life. */
  void move(Mover mover, Runnable task) {
    mover.awaitTurn();
    try {
      mover.host().requireAlive();
      task.run();
    } catch (RuntimeException | Error e) {
      // What a dead pod throws on its way out reaches nobody.
      if (!mover.host().isDead()) {
        failures.add(e);
        ended = true;
      }
    }
    movers.remove(mover);
    passOn();
  }
}

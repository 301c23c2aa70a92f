package io.runledger.guard;

import io.runledger.run.Pod;
import java.util.List;
import javax.sql.DataSource;

/** The guard of one pod, put together. Closing it gives up what is still held. */
public final class Guard implements AutoCloseable {

  private final Ledger ledger;
  private final LiveAttempts live = new LiveAttempts();
  private final GuardEvents events;
  private final Fence fence;
  private final Grants grants;
  private final GuardChain chain;
  private final StopWatch stops;

  /**
   * @param pod this JVM
   * @param filter layer 1; the caller closes it
   * @param pool connections of the guard's own; the caller closes it
   * @param clock says what is due
   * @param jobs the data source of the ledger's database that the guarded steps work on
   * @param listeners are told what happens
   * @param time this JVM's, or a simulation's
   */
  public Guard(
      Pod pod,
      Filter filter,
      ControlPool pool,
      LedgerClock clock,
      DataSource jobs,
      List<GuardListener> listeners,
      PodTime time) {
    this.events = new GuardEvents(listeners);
    this.ledger = new Ledger(pool.control(), clock);
    this.fence = new Fence(jobs, events);
    LeaseArbiter arbiter = new LeaseArbiter(pool.control(), pool.renewal());
    this.grants =
        new Grants(filter, arbiter, ledger, live, events, new TaggedSessions(pool.control()), time);
    this.chain = new GuardChain(pod, filter, arbiter, ledger, grants, live, events, time);
    this.stops = new StopWatch(new StopRequests(pool.control()), live, time);
  }

  public GuardChain chain() {
    return chain;
  }

  public Grants grants() {
    return grants;
  }

  public Ledger ledger() {
    return ledger;
  }

  public LiveAttempts live() {
    return live;
  }

  public Fence fence() {
    return fence;
  }

  public GuardEvents events() {
    return events;
  }

  @Override
  public void close() {
    stops.close();
    grants.close();
  }
}

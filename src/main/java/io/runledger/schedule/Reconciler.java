package io.runledger.schedule;

import io.runledger.batch.JobRenaming;
import io.runledger.batch.RunLauncher;
import io.runledger.guard.JobRegister;
import io.runledger.guard.Ledger;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.Layer;
import io.runledger.run.Pod;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Compares the runs that the schedules say should exist with the ledger, and asks for what is
 * missing. Whatever wakes it, it does the same, so that a fire that is lost, late or doubled
 * changes nothing. Batch dates come from the schedule, never from a fire.
 */
public final class Reconciler {

  private static final Logger log = LoggerFactory.getLogger(Reconciler.class);

  private final JobRegister register;
  private final Ledger ledger;
  private final Pod pod;
  private final RunLauncher launcher;
  private final Outage outage;
  private final JobRenaming renaming;

  /** Runs for which the filter was busy; when it is met again, the lease is asked. */
  private final Set<RunKey> busy = ConcurrentHashMap.newKeySet();

  /** Why due runs are not asked for, as it was told; of the rounds' one thread only. */
  private Map<RunKey, String> told = Map.of();

  private @Nullable Instant watchedSince;
  private boolean isHandedOver;

  Reconciler(
      JobRegister register,
      Ledger ledger,
      Pod pod,
      RunLauncher launcher,
      JobRenaming renaming,
      Outage outage) {
    this.register = register;
    this.ledger = ledger;
    this.pod = pod;
    this.launcher = launcher;
    this.renaming = renaming;
    this.outage = outage;
  }

  /**
   * One round. A database that cannot answer ends it; the next round asks again.
   *
   * @param work what this pod works for
   * @param asking asks for several runs side by side
   * @param more is called when the round is worth repeating: an attempt has ended, or there is more
   *     to record
   */
  void round(Work work, Executor asking, Runnable more) {
    try {
      if (watchedSince == null) {
        register.register(work.jobs());
      }
      handOver(work);
      List<Agenda> agendas = work.agendas().look(work.timetable().settled()::of);
      if (outage.isOver()) {
        // It may have come back with less than it had: what was known to be over is looked at
        // again.
        work.timetable().settled().forget();
        agendas = work.agendas().look(work.timetable().settled()::of);
      }
      carryOut(agendas, work, asking, more);
    } catch (DataAccessException | TransactionException e) {
      outage.goesOn(e);
    }
  }

  private void carryOut(List<Agenda> agendas, Work work, Executor asking, Runnable more) {
    List<Todo.Request> requests = new ArrayList<>();
    Map<RunKey, String> waiting = new HashMap<>();
    Map<DueRun, String> missed = new HashMap<>();
    for (Agenda agenda : agendas) {
      Instant since = watchedSince == null ? agenda.now() : watchedSince;
      watchedSince = since;
      Todo todo = Todo.of(agenda, since);
      requests.addAll(todo.ask());
      waiting.putAll(todo.waiting());
      missed.putAll(todo.missed());
      work.timetable().settled().note(agenda);
    }
    tell(waiting);
    if (!missed.isEmpty()) {
      int unused =
          ledger.miss(
              missed.entrySet().stream()
                  .map(
                      one ->
                          new Ledger.Missed(
                              one.getKey().key(), one.getKey().coveredFrom(), one.getValue()))
                  .toList(),
              pod);
    }
    if (!missed.isEmpty() || agendas.stream().anyMatch(agenda -> !agenda.isWhole())) {
      more.run();
    }
    CompletableFuture.allOf(
            requests.stream()
                .map(request -> CompletableFuture.runAsync(() -> ask(request, more), asking))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  private void ask(Todo.Request due, Runnable more) {
    if (launcher.isLeaving()) {
      return;
    }
    RunKey key = due.run().key();
    Cause cause = due.isLate() ? Cause.catchUp() : Cause.schedule();
    RunRequest request = RunRequest.of(key, cause);
    Verdict verdict = launcher.ask(busy.contains(key) ? request.onceMore() : request);
    if (verdict instanceof Verdict.AlreadyRunning && verdict.decision().layer() == Layer.FILTER) {
      busy.add(key);
    } else {
      busy.remove(key);
    }
    Attempt attempt = verdict.attempt();
    if (attempt != null) {
      launcher.end(attempt.id()).ifPresentOrElse(end -> end.thenRun(more), more);
    }
  }

  /** Until nothing works under an old name any more. */
  private void handOver(Work work) {
    if (!isHandedOver) {
      isHandedOver =
          work.schedules().all().stream()
              .allMatch(
                  schedule ->
                      schedule.formerly() == null
                          || renaming.rename(schedule.formerly(), schedule.job()));
    }
  }

  /** Once for each reason: rounds come every few seconds. */
  private void tell(Map<RunKey, String> waiting) {
    waiting.forEach(
        (key, why) ->
            log.atLevel(why.equals(told.get(key)) ? Level.TRACE : Level.INFO)
                .addKeyValue("run", key)
                .log("{} is due and waits: {}.", key, why));
    told = waiting;
  }
}

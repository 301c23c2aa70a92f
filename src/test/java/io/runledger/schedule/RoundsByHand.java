package io.runledger.schedule;

import io.runledger.batch.JobRenaming;
import io.runledger.batch.RunLauncher;
import io.runledger.guard.Guard;
import io.runledger.guard.JobRegister;
import io.runledger.guard.LedgerClock;
import io.runledger.guard.Standings;
import io.runledger.run.OnLost;
import io.runledger.run.Pod;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/** What a {@link Waker} does in each round, whenever the test says so and on its thread. */
public final class RoundsByHand {

  private final Recovery recovery;
  private final Reconciler reconciler;
  private final Work work;

  public RoundsByHand(
      Guard guard,
      Pod pod,
      RunLauncher launcher,
      DataSource control,
      LedgerClock clock,
      Schedules schedules,
      ScheduledTimetable timetable) {
    JobRegister register = new JobRegister(control, clock);
    Outage outage = new Outage();
    recovery = new Recovery(guard.ledger(), clock, launcher, guard.events(), outage);
    reconciler =
        new Reconciler(
            register,
            guard.ledger(),
            pod,
            launcher,
            new JobRenaming(control, "runledger.BATCH_"),
            outage);
    Map<String, OnLost> jobs = new TreeMap<>();
    schedules.all().forEach(schedule -> jobs.put(schedule.job(), OnLost.RESUME));
    work =
        new Work(
            schedules,
            new Agendas(schedules, clock, register, new Standings(control)),
            timetable,
            jobs);
  }

  /**
   * One round.
   *
   * @param more as the reconciler says
   */
  public void once(Runnable more) {
    recovery.round(work, more);
    reconciler.round(work, Runnable::run, more);
  }
}

package io.runledger.guard;

import io.runledger.run.RunKey;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a job's schedule says of its runs: whether one should exist, and what comes before it. */
@FunctionalInterface
public interface Timetable {

  /**
   * A run as the schedule has it.
   *
   * @param notDue why the run should not exist now, in words that follow "it is not due: "; null if
   *     it may
   * @param coveredFrom the first calendar day that the run is for
   * @param isSequential whether an earlier date that is open holds the run up
   * @param earlier runs of the job that fell due before it and have to be over, COMPLETED or
   *     MISSED; empty if the job is not sequential
   * @param upstream runs of other jobs that have to be COMPLETED
   * @param formerly the job whose runs have to be handed over first; null if there is none
   */
  record Entry(
      @Nullable String notDue,
      LocalDate coveredFrom,
      boolean isSequential,
      List<RunKey> earlier,
      List<RunKey> upstream,
      @Nullable String formerly) {

    public Entry {
      earlier = List.copyOf(earlier);
      upstream = List.copyOf(upstream);
    }

    /** One that nothing comes before. */
    public static Entry free(RunKey key) {
      return new Entry(null, key.batchDate(), false, List.of(), List.of(), null);
    }

    /** The same, of a job that had another name. */
    public Entry ofOneCalled(@Nullable String formerName) {
      return new Entry(notDue, coveredFrom, isSequential, earlier, upstream, formerName);
    }

    /** One that should not exist now. */
    public static Entry notDue(RunKey key, String why) {
      return new Entry(why, key.batchDate(), false, List.of(), List.of(), null);
    }
  }

  /**
   * Looks a run up.
   *
   * @param now the ledger's time
   * @param since when a job was first seen; what fell due before is nobody's to wait for
   */
  Entry entry(RunKey key, Instant now, Function<String, Instant> since);

  /** Of a job that runs by hand: any date up to today. */
  static Timetable byHand(ZoneId zone) {
    return (key, now, since) -> {
      LocalDate today = LocalDate.ofInstant(now, zone);
      return key.batchDate().isAfter(today)
          ? Entry.notDue(
              key,
              "the batch date is in the future: today is %s in the job's zone".formatted(today))
          : Entry.free(key);
    };
  }
}

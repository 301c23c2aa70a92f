package io.runledger.schedule;

import java.time.Instant;
import java.util.List;
import java.util.TimeZone;

/** Says, in a JVM of its own, what is due at an instant in Kolkata. */
final class BatchDateMain {

  private BatchDateMain() {}

  public static void main(String[] arguments) {
    Schedules schedules =
        new Schedules(
            List.of(ScheduleDraft.job("j").in("Asia/Kolkata").cron(arguments[0]).build()));
    Instant due = Instant.parse(arguments[1]);
    List<DueRun> runs = schedules.due("j", Instant.EPOCH, due.minusNanos(1), due, 10);
    System.out.println(
        "in " + TimeZone.getDefault().getID() + " due " + runs.get(0).key() + " of " + runs.size());
  }
}

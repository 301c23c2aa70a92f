package io.runledger.operate;

import io.runledger.schedule.CronSchedule;
import io.runledger.schedule.JobSchedule;
import io.runledger.schedule.Parts;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a change of the clocks does to a fire. */
final class ClockChange {

  private ClockChange() {}

  /** Empty for a fire that no change touches, and where no cron fires. */
  static Optional<String> noteOf(JobSchedule schedule, Instant due) {
    CronSchedule cron = schedule.cron();
    if (cron == null) {
      return Optional.empty();
    }
    ZoneRules rules = schedule.zone().getRules();
    LocalDateTime local = LocalDateTime.ofInstant(due, schedule.zone());
    ZoneOffsetTransition overlap = rules.getTransition(local);
    if (overlap != null && overlap.isOverlap()) {
      ZoneOffset offset = rules.getOffset(due);
      boolean isFirst = offset.equals(overlap.getOffsetBefore());
      return Optional.of("in the overlap, " + (isFirst ? "first" : "second") + " of two");
    }
    return schedule.parts() instanceof Parts.FireTime
        ? Optional.empty()
        : gap(cron, rules.previousTransition(due.plusSeconds(1)), due, local);
  }

  private static Optional<String> gap(
      CronSchedule cron, @Nullable ZoneOffsetTransition gap, Instant due, LocalDateTime local) {
    if (gap == null || !gap.isGap() || firesAt(cron, local)) {
      return Optional.empty();
    }
    LocalDateTime meant = LocalDateTime.ofInstant(due, gap.getOffsetBefore());
    return meant.isBefore(gap.getDateTimeAfter()) && firesAt(cron, meant)
        ? Optional.of("moved on by the gap (%s does not exist)".formatted(meant.toLocalTime()))
        : Optional.empty();
  }

  private static boolean firesAt(CronSchedule cron, LocalDateTime local) {
    return cron.atOrAfter(local).filter(local::equals).isPresent();
  }
}

package io.runledger.cli;

import io.runledger.operate.ScheduleView;
import io.runledger.operate.ScheduleView.Next;
import io.runledger.operate.ScheduledRun;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Schedules as people read them. */
final class ScheduleReport {

  private static final DateTimeFormatter MINUTES =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm xxx", Locale.ROOT);
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss xxx", Locale.ROOT);

  private ScheduleReport() {}

  static List<String> of(ScheduleView view) {
    List<String> lines = new ArrayList<>();
    lines.add(head(view));
    if (view.state() == ScheduleView.State.ENDED) {
      lines.add("It has ended: no date falls due any more.");
    }
    if (view.runs().isEmpty()) {
      if (view.state() != ScheduleView.State.BY_HAND) {
        lines.add("No date from %s to %s is due.".formatted(view.from(), view.to()));
      }
      return lines;
    }
    Table table = new Table("DATE", "PART", "DUE (" + view.zone() + ")", "COVERS", "NOTE");
    for (ScheduledRun run : view.runs()) {
      table.add(run.date().toString(), part(run), due(run.due()), covers(run), note(run));
    }
    lines.addAll(table.lines());
    return lines;
  }

  private static String head(ScheduleView view) {
    if (view.state() == ScheduleView.State.BY_HAND) {
      return view.job() + " runs by hand only: it has neither cron nor after.";
    }
    return "%s: %s, %s."
        .formatted(
            view.job(),
            view.cron() == null
                ? "after " + String.join(", ", view.after())
                : "cron '%s'%s"
                    .formatted(
                        view.cron(),
                        view.after().isEmpty() ? "" : ", after " + String.join(", ", view.after())),
            view.calendar() == null ? "each day" : "on business days of " + view.calendar());
  }

  static List<String> ofNext(List<Next> all) {
    if (all.isEmpty()) {
      return List.of("No job is guarded.");
    }
    Table table = new Table("JOB", "NEXT DATE", "PART", "DUE", "ZONE", "NOTE");
    for (Next next : all) {
      ScheduledRun run = next.run();
      if (run == null) {
        table.add(next.job(), "-", "-", "-", next.zone(), nothing(next));
      } else {
        table.add(
            next.job(), run.date().toString(), part(run), due(run.due()), next.zone(), note(run));
      }
    }
    return table.lines();
  }

  private static String nothing(Next next) {
    return next.state() == ScheduleView.State.BY_HAND ? "runs by hand only" : "has ended";
  }

  private static String part(ScheduledRun run) {
    return run.part().isEmpty() ? "-" : run.part();
  }

  private static String due(@Nullable OffsetDateTime due) {
    if (due == null) {
      return "-";
    }
    return (due.getSecond() == 0 ? MINUTES : SECONDS).format(due);
  }

  private static String covers(ScheduledRun run) {
    if (run.coveredFrom() == null) {
      return "-";
    }
    return run.coveredDays() == 1
        ? "1 day"
        : "%d days, %s to %s".formatted(run.coveredDays(), run.coveredFrom(), run.date());
  }

  private static String note(ScheduledRun run) {
    return run.note() == null ? "" : run.note();
  }
}

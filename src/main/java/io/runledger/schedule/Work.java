package io.runledger.schedule;

import io.runledger.run.OnLost;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a pod works for.
 *
 * @param schedules what falls due by itself
 * @param agendas holds it against the ledger
 * @param timetable says it to whoever asks for a run
 * @param onLost all jobs that this pod can resume, and what becomes of a lost run of theirs
 */
record Work(
    Schedules schedules,
    Agendas agendas,
    ScheduledTimetable timetable,
    Map<String, OnLost> onLost) {

  Work {
    onLost = new TreeMap<>(onLost);
  }

  Set<String> jobs() {
    return onLost.keySet();
  }

  /** The jobs whose failed runs are tried again unasked. */
  Set<String> retried() {
    return schedules.all().stream()
        .filter(schedule -> schedule.retry().attempts() > 0)
        .map(JobSchedule::job)
        .collect(Collectors.toSet());
  }
}

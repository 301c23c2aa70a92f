package io.runledger.autoconfigure;

import io.runledger.autoconfigure.RunledgerProperties.JobSettings;
import io.runledger.run.Nearest;
import io.runledger.schedule.Calendars;
import io.runledger.schedule.JobSchedule;
import io.runledger.schedule.Schedules;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes the schedules of all guarded jobs of their settings, and checks them against each other.
 */
final class SchedulesReader {

  private final Map<String, JobSettings> settings;
  private final Collection<String> jobs;
  private final Faults faults;

  /**
   * @param settings of the guarded jobs
   * @param jobs the names of all job beans
   */
  SchedulesReader(Map<String, JobSettings> settings, Collection<String> jobs, Faults faults) {
    this.settings = settings;
    this.jobs = jobs;
    this.faults = faults;
  }

  /**
   * Reads them; the faults are told.
   *
   * @param zones of each guarded job
   * @return those of all jobs, or of none if there are faults
   */
  Schedules read(Calendars calendars, Map<String, ZoneId> zones) {
    List<JobSchedule> schedules = new ArrayList<>();
    Map<String, List<String>> after = new TreeMap<>();
    settings.forEach(
        (job, one) -> {
          after.put(job, upstream(job, one));
          ZoneId zone = zones.getOrDefault(job, ZoneId.of("UTC"));
          schedules.add(
              new ScheduleSettings(job, one, zone, faults).read(calendars, after.get(job)));
        });
    Schedules.circles(after)
        .forEach(
            circle ->
                faults.add(
                    """
                    runledger.jobs.*.after: %s is a circle, in which each job waits for the next for \
                    ever; nothing was scheduled. Remove one of them from after."""
                        .formatted(circle)));
    checkFormerNames();
    return new Schedules(faults.isEmpty() ? schedules : List.of());
  }

  private List<String> upstream(String job, JobSettings one) {
    List<String> upstream = new ArrayList<>();
    for (String name : new TreeSet<>(one.after())) {
      String wrong = wrongUpstream(job, name);
      if (wrong.isEmpty()) {
        upstream.add(name);
      } else {
        faults.add("runledger.jobs.%s.after is '%s', %s".formatted(job, name, wrong));
      }
    }
    return upstream;
  }

  private String wrongUpstream(String job, String name) {
    if (name.equals(job)) {
      return "the job itself, which would wait for ever; nothing was scheduled. Remove it.";
    }
    if (!jobs.contains(name)) {
      return "and there is no job of that name; nothing was scheduled. %s"
          .formatted(
              Nearest.to(name, jobs)
                  .map("Did you mean %s?"::formatted)
                  .orElse("There are: " + String.join(", ", jobs) + "."));
    }
    JobSettings upstream = settings.get(name);
    if (upstream == null) {
      return "which is not guarded, so that nobody knows whether its date is complete; nothing was scheduled. Name it under runledger.jobs.";
    }
    if (upstream.cron() == null && upstream.after().isEmpty()) {
      return "which runs by hand only, so that no date of it falls due; nothing was scheduled. Set runledger.jobs.%s.cron."
          .formatted(name);
    }
    return "";
  }

  /** A name that is in use has a history of its own, and a history goes to one job only. */
  private void checkFormerNames() {
    Map<String, String> heirs = new HashMap<>();
    settings.forEach(
        (job, one) -> {
          String former = one.formerly();
          if (former == null) {
            return;
          }
          if (jobs.contains(former)) {
            faults.add(
                """
                runledger.jobs.%s.formerly is '%s', and a job of that name exists still, with a history \
                of its own; nothing was scheduled. Remove formerly, or that job."""
                    .formatted(job, former));
          }
          String other = heirs.put(former, job);
          if (other != null) {
            faults.add(
                """
                runledger.jobs.%s.formerly is '%s', and so is that of %s; one job only can go on with a \
                history; nothing was scheduled. Remove one of them."""
                    .formatted(job, former, other));
          }
        });
  }
}

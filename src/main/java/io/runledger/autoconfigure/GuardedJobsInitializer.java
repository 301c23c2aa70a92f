package io.runledger.autoconfigure;

import io.runledger.autoconfigure.RunledgerProperties.JobSettings;
import io.runledger.batch.GuardedJobs.GuardedJob;
import io.runledger.batch.JobPreparation;
import io.runledger.batch.PoolInspection;
import io.runledger.batch.Reversal;
import io.runledger.guard.JobGuard;
import io.runledger.guard.Timetable;
import io.runledger.run.OnLost;
import io.runledger.schedule.Calendars;
import io.runledger.schedule.DefinedSchedules;
import io.runledger.schedule.ScheduledTimetable;
import io.runledger.schedule.Schedules;
import io.runledger.schedule.Waker;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.batch.core.job.Job;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.core.env.Environment;

/** Matches the settings with the job beans once all of them exist, and has the jobs prepared. */
final class GuardedJobsInitializer implements SmartInitializingSingleton, ApplicationContextAware {

  private final Environment environment;
  private final RunledgerProperties properties;
  private final LedgerDataSource ledger;
  private final JobPreparation preparation;
  private final Calendars calendars;
  private final DefinedSchedules schedules;
  private final Waker waker;
  private Optional<ApplicationContext> context = Optional.empty();

  GuardedJobsInitializer(
      Environment environment,
      RunledgerProperties properties,
      LedgerDataSource ledger,
      JobPreparation preparation,
      Calendars calendars,
      DefinedSchedules schedules,
      Waker waker) {
    this.environment = environment;
    this.properties = properties;
    this.ledger = ledger;
    this.preparation = preparation;
    this.calendars = calendars;
    this.schedules = schedules;
    this.waker = waker;
  }

  @Override
  public void setApplicationContext(ApplicationContext context) throws BeansException {
    this.context = Optional.of(context);
  }

  @Override
  public void afterSingletonsInstantiated() {
    ApplicationContext beans = context.orElseThrow();
    Map<String, Job> jobs = new TreeMap<>();
    beans.getBeansOfType(Job.class).values().forEach(job -> jobs.put(job.getName(), job));
    Map<String, JobSettings> settings =
        new GuardedJobSettings(environment, properties.jobs().keySet()).of(jobs.keySet());
    Faults faults = new Faults();
    new CalendarSettingsReader(properties.calendars()).read(faults);
    if (settings.isEmpty()) {
      faults.refuse();
      return;
    }
    JobTwins.refuse(beans, settings::containsKey);
    new ApplicationInspection(beans, ledger).inspect(settings.keySet());
    Map<String, ZoneId> zones = new TreeMap<>();
    settings.forEach(
        (name, one) -> zones.put(name, faults.in(() -> zone(name, one)).orElse(ZoneOffset.UTC)));
    Schedules all = new SchedulesReader(settings, jobs.keySet(), faults).read(calendars, zones);
    ScheduledTimetable timetable = new ScheduledTimetable(all);
    List<GuardedJob> guarded = new ArrayList<>();
    jobs.forEach(
        (name, job) -> {
          JobSettings one = settings.get(name);
          ZoneId zone = zones.get(name);
          if (one != null && zone != null) {
            faults
                .in(() -> guard(name, one, zone, timetable))
                .ifPresent(guard -> guarded.add(new GuardedJob(job, guard)));
          }
        });
    faults.refuse();
    schedules.define(all);
    new ScheduleWarnings(Instant.now()).tell(all, calendars);
    preparation.prepare(guarded, beans.getBeansOfType(Reversal.class).values());
    ledger.pool().map(PoolInspection::new).ifPresent(pools -> pools.inspect(guarded));
    if (properties.worker()) {
      Map<String, OnLost> recovered = new TreeMap<>();
      settings.forEach((name, one) -> recovered.put(name, one.onLost()));
      waker.workFor(all, timetable, recovered);
    }
  }

  private JobGuard guard(String job, JobSettings settings, ZoneId zone, Timetable timetable) {
    Duration lease = settings.lease() != null ? settings.lease() : properties.lease();
    Duration idle = settings.chunkIdle() != null ? settings.chunkIdle() : properties.chunkIdle();
    return new JobGuard(
        job,
        settings.lock(),
        lease,
        idle != null ? idle : lease,
        settings.effects(),
        zone,
        timetable);
  }

  private ZoneId zone(String job, JobSettings settings) {
    if (settings.zone() != null) {
      return Zones.parse("runledger.jobs." + job + ".zone", settings.zone());
    }
    if (properties.zone() != null) {
      return Zones.parse("runledger.zone", properties.zone());
    }
    if (settings.cron() != null) {
      throw new SettingRefusedException(
          """
          runledger.jobs.%s.cron is '%s', but no zone says where that is; nothing was scheduled. \
          Set runledger.zone, or runledger.jobs.%s.zone, to a zone like Europe/Berlin."""
              .formatted(job, settings.cron(), job));
    }
    return ZoneId.of("UTC");
  }
}

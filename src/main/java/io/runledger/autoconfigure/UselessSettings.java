package io.runledger.autoconfigure;

import io.runledger.autoconfigure.RunledgerProperties.JobSettings;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Settings that would change nothing, since what they are about is not set: a key forgotten. */
final class UselessSettings {

  private final String job;
  private final JobSettings settings;
  private final Faults faults;

  UselessSettings(String job, JobSettings settings, Faults faults) {
    this.job = job;
    this.settings = settings;
    this.faults = faults;
  }

  void tell() {
    if (settings.cron() != null) {
      return;
    }
    if (settings.after().isEmpty()) {
      withoutSchedule("batch-date", settings.batchDate());
      withoutSchedule("cut-off", settings.cutOff());
      withoutSchedule("part", settings.part().isEmpty() ? null : settings.part());
      withoutSchedule("catch-up", settings.catchUp());
      withoutSchedule("from", settings.from());
      withoutSchedule("sequential", settings.sequential());
      withoutSchedule("retry.attempts", attempts());
    } else {
      withoutCron("batch-date", settings.batchDate());
      withoutCron("cut-off", settings.cutOff());
      boolean isByFireTime = settings.part().equals(List.of("fire-time"));
      withoutCron("part", isByFireTime ? "fire-time" : null);
    }
  }

  private @Nullable Integer attempts() {
    return settings.retry() == null ? null : settings.retry().attempts();
  }

  private void withoutSchedule(String key, @Nullable Object value) {
    if (value != null) {
      faults.add(
          """
          runledger.jobs.%s.%s is '%s', but the job has neither cron nor after, so no date of it falls \
          due and the key would change nothing; nothing was scheduled. Set \
          runledger.jobs.%s.cron, or remove the key."""
              .formatted(job, key, word(value), job));
    }
  }

  private void withoutCron(String key, @Nullable Object value) {
    if (value != null) {
      faults.add(
          """
          runledger.jobs.%s.%s is '%s', but the job has no cron that fires: its dates are those of %s, \
          and the key would change nothing; nothing was scheduled. Set runledger.jobs.%s.cron, or \
          remove the key."""
              .formatted(job, key, word(value), String.join(", ", settings.after()), job));
    }
  }

  /** As the settings write it. */
  private static String word(Object value) {
    return value instanceof Enum<?> constant
        ? constant.name().toLowerCase(Locale.ROOT).replace('_', '-')
        : value.toString();
  }
}

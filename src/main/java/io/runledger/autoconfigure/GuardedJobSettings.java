package io.runledger.autoconfigure;

import io.runledger.autoconfigure.RunledgerProperties.JobSettings;
import io.runledger.run.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * Finds the settings of each job that stands under {@code runledger.jobs}. The environment writes
 * {@code RUNLEDGER_JOBS_EODINTEREST_CRON} and means {@code eod-interest}: in the map of all jobs
 * that is another key, so a job's settings are bound again under the job's real name, where Boot's
 * own rules find both.
 */
final class GuardedJobSettings {

  private final Environment environment;
  private final Collection<String> named;

  /**
   * @param named the keys under {@code runledger.jobs}
   */
  GuardedJobSettings(Environment environment, Collection<String> named) {
    this.environment = environment;
    this.named = named;
  }

  /**
   * The settings by the job's real name.
   *
   * @param jobs the names of all job beans
   * @throws SettingRefusedException if a key matches no job
   */
  Map<String, JobSettings> of(Collection<String> jobs) {
    Map<String, JobSettings> settings = new TreeMap<>();
    List<String> unknown = new ArrayList<>();
    for (String key : named) {
      Optional<String> job = match(key, jobs);
      job.ifPresentOrElse(name -> settings.put(name, bind(name)), () -> unknown.add(key));
    }
    if (!unknown.isEmpty()) {
      throw new SettingRefusedException(
          unknown.stream().map(key -> noSuchJob(key, jobs)).collect(Collectors.joining("\n")));
    }
    return settings;
  }

  private JobSettings bind(String job) {
    String key = ConfigurationPropertyName.isValid(job) ? "." + job : "[" + job + "]";
    return Binder.get(environment)
        .bindOrCreate("runledger.jobs" + key, Bindable.of(JobSettings.class));
  }

  private static Optional<String> match(String key, Collection<String> jobs) {
    return jobs.contains(key)
        ? Optional.of(key)
        : jobs.stream().filter(job -> plain(job).equals(key)).findFirst();
  }

  /** As the environment can write it. */
  private static String plain(String job) {
    return job.toLowerCase(Locale.ROOT).replace("-", "");
  }

  private static String noSuchJob(String key, Collection<String> jobs) {
    return "runledger.jobs.%s names no job: there is no Job bean of that name, and nothing was scheduled.%s"
        .formatted(
            key,
            Nearest.to(key, jobs)
                .map(" Did you mean %s?"::formatted)
                .orElseGet(
                    () ->
                        jobs.isEmpty()
                            ? " The application has no Job beans."
                            : " There are: " + String.join(", ", jobs) + "."));
  }
}

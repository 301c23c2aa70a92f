package io.runledger.autoconfigure;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Boot runs a job at start-up by default; here jobs run when they are asked for. Switched off,
 * Runledger leaves it at that.
 */
final class BatchJobDefaults implements EnvironmentPostProcessor {

  static final String JOB_ENABLED = "spring.batch.job.enabled";

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    if (environment.getProperty("runledger.enabled", Boolean.class, true)) {
      environment
          .getPropertySources()
          .addLast(new MapPropertySource("runledgerDefaults", Map.of(JOB_ENABLED, "false")));
    }
  }
}

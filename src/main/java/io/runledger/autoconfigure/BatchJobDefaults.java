package io.runledger.autoconfigure;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Boot runs a job at start-up by default; here jobs run when they are asked for. */
final class BatchJobDefaults implements EnvironmentPostProcessor {

  static final String JOB_ENABLED = "spring.batch.job.enabled";

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    environment
        .getPropertySources()
        .addLast(new MapPropertySource("runledgerDefaults", Map.of(JOB_ENABLED, "false")));
  }
}

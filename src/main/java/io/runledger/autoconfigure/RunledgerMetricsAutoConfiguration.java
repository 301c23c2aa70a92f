package io.runledger.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.runledger.batch.GuardedJobs;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextRefreshedEvent;

/** Meters, where the application has a registry for them. */
@AutoConfiguration(
    after = RunledgerAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
    })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({GuardedJobs.class, MeterRegistry.class})
class RunledgerMetricsAutoConfiguration {

  @Bean
  GuardMeters runledgerMeters(MeterRegistry registry) {
    return new GuardMeters(registry);
  }

  @Bean
  JobMeters runledgerJobMeters(MeterRegistry registry, LedgerProbe probe) {
    return new JobMeters(registry, probe);
  }

  /** Which jobs are guarded is known at the end of start-up. */
  @Bean
  ApplicationListener<ContextRefreshedEvent> runledgerExpectedMeters(
      GuardMeters meters, JobMeters punctuality, GuardedJobs jobs) {
    return refreshed -> {
      meters.expect(jobs.names());
      punctuality.expect(jobs.names());
    };
  }
}

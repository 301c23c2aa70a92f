package io.runledger.autoconfigure;

import io.runledger.batch.GuardedJobs;
import io.runledger.guard.Filter;
import io.runledger.guard.Guard;
import io.runledger.run.Pod;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The actuator endpoint {@code runledger}, where it is available and exposed. */
@AutoConfiguration(after = RunledgerAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(Guard.class)
class RunledgerEndpointAutoConfiguration {

  @Bean
  @ConditionalOnAvailableEndpoint(RunledgerEndpoint.class)
  RunledgerEndpoint runledgerEndpoint(
      Pod pod, LedgerLocation location, Guard guard, Filter filter, GuardedJobs jobs) {
    return new RunledgerEndpoint(pod, location.id(), guard, filter, jobs);
  }
}

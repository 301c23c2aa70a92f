package io.runledger.autoconfigure;

import io.runledger.guard.Filter;
import io.runledger.guard.Guard;
import io.runledger.schedule.Waker;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health contributor {@code runledger}, where the application has Boot's health. */
@AutoConfiguration(after = RunledgerAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Guard.class)
@ConditionalOnEnabledHealthIndicator("runledger")
class RunledgerHealthAutoConfiguration {

  /** The bean's name gives the contributor its name. */
  @Bean
  @ConditionalOnMissingBean(name = "runledgerHealthIndicator")
  HealthIndicator runledgerHealthIndicator(
      LedgerLocation location, LedgerProbe probe, Filter filter, Guard guard, Waker waker) {
    return new LedgerHealthIndicator(location.id(), probe, filter, guard.live(), waker.recovery());
  }
}

package io.runledger.autoconfigure;

import io.runledger.guard.ControlPool;
import io.runledger.guard.Filter;
import io.runledger.guard.Guard;
import io.runledger.schedule.Waker;
import java.time.Duration;
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

  /** Probes are given a second or a few; an answer that comes later is none. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  @Bean
  DatabaseProbe runledgerDatabaseProbe(ControlPool pool) {
    return new DatabaseProbe(pool.control(), PATIENCE);
  }

  /** The bean's name gives the contributor its name. */
  @Bean
  @ConditionalOnMissingBean(name = "runledgerHealthIndicator")
  HealthIndicator runledgerHealthIndicator(
      LedgerLocation location, DatabaseProbe probe, Filter filter, Guard guard, Waker waker) {
    return new LedgerHealthIndicator(location.id(), probe, filter, guard.live(), waker.recovery());
  }
}

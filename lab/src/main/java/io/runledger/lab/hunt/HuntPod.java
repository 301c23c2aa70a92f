package io.runledger.lab.hunt;

import io.runledger.guard.Filter;
import io.runledger.guard.LedgerClock;
import java.time.OffsetDateTime;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A pod of a hunt. What falls due is told by the table {@code hunt.clock}. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(HuntJobs.class)
class HuntPod {

  /** The line that says that it is up. */
  static final String READY = "hunt-pod-ready";

  public static void main(String[] arguments) {
    ConfigurableApplicationContext context = SpringApplication.run(HuntPod.class, arguments);
    System.out.println(READY);
    new Desk(context).serve();
  }

  @Bean
  Witness witness() {
    return new Witness();
  }

  /** The framework's own filter stays, with somebody before it who listens. */
  @Bean
  static BeanPostProcessor filterWitness() {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof Filter filter ? new FilterWitness(filter) : bean;
      }
    };
  }

  @Bean
  LedgerClock clock(DataSource dataSource) {
    JdbcClient jdbc = JdbcClient.create(dataSource);
    return () ->
        jdbc.sql("SELECT now FROM hunt.clock").query(OffsetDateTime.class).single().toInstant();
  }
}

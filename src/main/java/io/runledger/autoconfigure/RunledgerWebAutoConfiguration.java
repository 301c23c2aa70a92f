package io.runledger.autoconfigure;

import io.runledger.guard.ControlPool;
import io.runledger.guard.Guard;
import io.runledger.operate.AuditTrail;
import io.runledger.operate.Backfill;
import io.runledger.operate.BackgroundBackfills;
import io.runledger.operate.LeaseQuery;
import io.runledger.operate.StepQuery;
import io.runledger.web.ApiLogins;
import io.runledger.web.ApiPath;
import io.runledger.web.ApiSecurity;
import io.runledger.web.RestApi;
import io.runledger.web.RestDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * REST, in a servlet application with Spring MVC and Spring Security. It stands after Spring Boot's
 * own security: a chain of ours before it would make Boot think that the application has its own,
 * and leave the application's paths open. The order of the parts below counts: each asks whether
 * the one before it is there.
 */
@AutoConfiguration(
    after = RunledgerAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration",
      "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
      "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.web.OAuth2ResourceServerWebSecurityAutoConfiguration",
      "org.springdoc.webmvc.core.configuration.SpringDocWebMvcConfiguration"
    })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(name = "org.springframework.web.servlet.DispatcherServlet")
@ConditionalOnBean(Guard.class)
@ConditionalOnBooleanProperty(name = "runledger.web.enabled", matchIfMissing = true)
class RunledgerWebAutoConfiguration {

  /** With a security that can be relied on. */
  @Order(1)
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      name = "org.springframework.security.config.annotation.web.builders.HttpSecurity")
  @ConditionalOnBean(
      type = "org.springframework.security.config.annotation.web.builders.HttpSecurity")
  @Import({RestApi.class, ApiSecurity.class})
  static class Exposed {

    @Bean
    ApiPath runledgerApiPath(RunledgerProperties properties) {
      try {
        return new ApiPath(properties.web().basePath());
      } catch (IllegalArgumentException e) {
        throw new SettingRefusedException(e);
      }
    }

    @Bean
    ApiLogins runledgerApiLogins(RunledgerProperties properties, Environment environment) {
      return new WebLogins(properties.web(), environment).logins();
    }

    @Bean
    BackgroundBackfills runledgerBackgroundBackfills(Backfill backfill) {
      return new BackgroundBackfills(backfill);
    }

    @Bean
    AuditTrail runledgerAuditTrail(ControlPool pool) {
      return new AuditTrail(pool.control());
    }

    @Bean
    LeaseQuery runledgerLeaseQuery(ControlPool pool) {
      return new LeaseQuery(pool.control());
    }

    @Bean
    StepQuery runledgerStepQuery(ControlPool pool, LedgerLocation location) {
      return new StepQuery(pool.control(), location.tablePrefix());
    }
  }

  /** With springdoc, which the application may have switched off. */
  @Order(2)
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springdoc.webmvc.api.OpenApiResource")
  @ConditionalOnBean(
      value = ApiPath.class,
      type = {
        "org.springdoc.core.providers.SpringDocProviders",
        "org.springdoc.core.service.GenericResponseService"
      })
  @Import(RestDocument.class)
  static class Documented {}

  /** Runs are started here: without somebody at the door there is no door. */
  @Order(3)
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(ApiPath.class)
  static class NotExposed {

    private static final Logger log = LoggerFactory.getLogger(NotExposed.class);

    @Bean
    InitializingBean runledgerWithoutRest() {
      return () ->
          log.info(
              "There is no REST under runledger.web.base-path, since Spring Security is not at work in"
                  + " this application; add spring-boot-starter-security.");
    }
  }
}

package io.runledger.web;

import io.runledger.operate.AuditTrail;
import io.runledger.operate.Backfill;
import io.runledger.operate.BackgroundBackfills;
import io.runledger.operate.LeaseQuery;
import io.runledger.operate.ManualHolds;
import io.runledger.operate.ManualReopening;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.ManualStops;
import io.runledger.operate.SchedulePreview;
import io.runledger.operate.StatusQuery;
import io.runledger.operate.StepQuery;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.method.HandlerTypePredicate;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * REST: its controllers, and how Spring MVC treats them. To be imported beside {@link ApiSecurity}.
 */
@Configuration(proxyBeanMethods = false)
public class RestApi {

  @Bean
  RunsController runledgerRunsController(
      StatusQuery status, StepQuery steps, ManualRuns runs, ManualStops stops) {
    return new RunsController(status, steps, runs, stops);
  }

  @Bean
  BackfillsController runledgerBackfillsController(
      Backfill backfill, BackgroundBackfills background) {
    return new BackfillsController(backfill, background);
  }

  @Bean
  LedgerController runledgerLedgerController(LeaseQuery leases, AuditTrail audit) {
    return new LedgerController(leases, audit);
  }

  @Bean
  JobsController runledgerJobsController(ManualHolds holds) {
    return new JobsController(holds);
  }

  @Bean
  ReopeningController runledgerReopeningController(ManualReopening reopening) {
    return new ReopeningController(reopening);
  }

  @Bean
  SchedulesController runledgerSchedulesController(SchedulePreview preview) {
    return new SchedulesController(preview);
  }

  @Bean
  Problems runledgerProblems(ApiPath path, ApiJson json) {
    return new Problems(path, json);
  }

  /** Concerns our controllers alone, by their package. */
  @Bean
  WebMvcConfigurer runledgerWebMvc(ApiPath path, ApiJson json) {
    return new WebMvcConfigurer() {
      @Override
      public void configurePathMatch(PathMatchConfigurer configurer) {
        configurer.addPathPrefix(
            path.api(), HandlerTypePredicate.forBasePackageClass(RestApi.class));
      }

      @Override
      public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
        converters.addCustomConverter(json);
      }

      @Override
      public void addInterceptors(InterceptorRegistry interceptors) {
        interceptors.addInterceptor(new ApiGate()).addPathPatterns(path.base() + "/**");
      }
    };
  }
}

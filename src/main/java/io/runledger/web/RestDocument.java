package io.runledger.web;

import org.springdoc.api.AbstractOpenApiResource;
import org.springdoc.core.providers.SpringDocProviders;
import org.springdoc.core.service.AbstractRequestService;
import org.springdoc.core.service.GenericResponseService;
import org.springdoc.core.service.OperationService;
import org.springdoc.core.service.SecurityService;
import org.springdoc.core.utils.PropertyResolverUtils;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The OpenAPI document beside REST, where springdoc is at work. */
@Configuration(proxyBeanMethods = false)
public class RestDocument {

  @Bean
  DocumentController runledgerDocumentController(
      ApplicationContext context,
      AbstractRequestService requests,
      GenericResponseService responses,
      OperationService operations,
      SecurityService security,
      PropertyResolverUtils properties,
      SpringDocProviders providers) {
    // The application's own document is about the application.
    AbstractOpenApiResource.addHiddenRestControllers(
        RunsController.class,
        BackfillsController.class,
        LedgerController.class,
        JobsController.class,
        ReopeningController.class,
        SchedulesController.class,
        DocumentController.class);
    return new DocumentController(
        new ApiDocument(context, requests, responses, operations, security, properties, providers));
  }
}

package io.runledger.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springdoc.core.customizers.SpringDocCustomizers;
import org.springdoc.core.properties.SpringDocConfigProperties;
import org.springdoc.core.providers.SpringDocProviders;
import org.springdoc.core.service.AbstractRequestService;
import org.springdoc.core.service.GenericResponseService;
import org.springdoc.core.service.OpenAPIService;
import org.springdoc.core.service.OperationService;
import org.springdoc.core.service.SecurityService;
import org.springdoc.core.utils.PropertyResolverUtils;
import org.springdoc.webmvc.api.OpenApiResource;
import org.springframework.context.ApplicationContext;
import org.springframework.web.method.HandlerMethod;

/**
 * Describes our paths, and only them, with springdoc. It is no group of the application's
 * springdoc, which would become one of several by it, and our controllers do not stand in the
 * application's own document.
 */
final class ApiDocument extends OpenApiResource {

  /** Names of parameters that are dates. */
  private static final Set<String> DATES = Set.of("date", "from", "to");

  /** Ends of paths that may answer before the work is done. */
  private static final Set<String> ACCEPTING = Set.of("/runs", "/backfills", "/stop", "/reopen");

  private static final String PROBLEM = "Problem";

  ApiDocument(
      ApplicationContext context,
      AbstractRequestService requests,
      GenericResponseService responses,
      OperationService operations,
      SecurityService security,
      PropertyResolverUtils properties,
      SpringDocProviders providers) {
    super(
        () -> service(context, security, properties),
        requests,
        responses,
        operations,
        new SpringDocConfigProperties(),
        providers,
        new SpringDocCustomizers(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private static OpenAPIService service(
      ApplicationContext context, SecurityService security, PropertyResolverUtils properties) {
    OpenAPIService service =
        new OpenAPIService(
            Optional.of(new OpenAPI()),
            security,
            new SpringDocConfigProperties(),
            properties,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    service.setApplicationContext(context);
    return service;
  }

  @Override
  protected boolean isRestController(
      Map<String, Object> controllers, HandlerMethod method, String path) {
    return method.getBeanType().getPackage().equals(ApiDocument.class.getPackage())
        && method.getBeanType() != DocumentController.class;
  }

  @Override
  protected String getServerUrl(HttpServletRequest request, String documentUrl) {
    String url = request.getRequestURL().toString();
    return url.substring(0, url.length() - request.getServletPath().length());
  }

  /** As it is served. */
  byte[] json(HttpServletRequest request) throws JsonProcessingException {
    String server = calculateServerUrl(request, request.getRequestURI(), Locale.ENGLISH);
    OpenAPI document = getOpenApi(server, Locale.ENGLISH);
    document.info(
        new Info()
            .title("Runledger")
            .version("v1")
            .description("Runs of guarded jobs: to look at, to ask for, to stop."));
    document.setTags(null);
    addLogins(document);
    addProblem(document);
    document
        .getPaths()
        .forEach(
            (path, item) -> {
              item.readOperations().forEach(ApiDocument::complete);
              if (item.getPost() != null && ACCEPTING.stream().anyMatch(path::endsWith)) {
                addAccepted(item.getPost());
              }
            });
    return writeJsonValue(document);
  }

  private static void addLogins(OpenAPI document) {
    document
        .getComponents()
        .addSecuritySchemes(
            "basic", new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("basic"))
        .addSecuritySchemes(
            "bearer", new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"));
    document.setSecurity(null);
    document
        .addSecurityItem(new SecurityRequirement().addList("basic"))
        .addSecurityItem(new SecurityRequirement().addList("bearer"));
  }

  private static void addProblem(OpenAPI document) {
    document
        .getComponents()
        .addSchemas(
            PROBLEM,
            new ObjectSchema()
                .description("A problem detail by RFC 9457")
                .addProperty("title", new StringSchema())
                .addProperty("status", new IntegerSchema())
                .addProperty("detail", new StringSchema())
                .addProperty("instance", new StringSchema())
                .addProperty("property", new StringSchema().description("what cannot be meant")));
  }

  private static void addAccepted(Operation operation) {
    ApiResponse done = operation.getResponses().get("200");
    if (done != null) {
      operation
          .getResponses()
          .addApiResponse(
              "202",
              new ApiResponse()
                  .description("Accepted: it goes on by itself")
                  .content(done.getContent()));
    }
  }

  private static void complete(Operation operation) {
    operation.setTags(null);
    operation
        .getResponses()
        .addApiResponse(
            "default",
            new ApiResponse()
                .description("Why not")
                .content(
                    new Content()
                        .addMediaType(
                            "application/problem+json",
                            new MediaType()
                                .schema(new Schema<>().$ref("#/components/schemas/" + PROBLEM)))));
    if (operation.getParameters() != null) {
      operation.getParameters().stream()
          .filter(parameter -> DATES.contains(parameter.getName()))
          .forEach(
              parameter -> {
                parameter.getSchema().setFormat("date");
                parameter.setExample("2026-11-30");
              });
    }
  }
}

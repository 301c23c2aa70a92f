package io.runledger.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

@DisplayName("The OpenAPI document")
class RestDocumentTest {

  private static final Database DATABASE = PostgresServer.shared().newDatabase();

  @Test
  void lists_every_path_of_ours_and_no_other() {
    try (WebPod pod = WebPod.start(DATABASE)) {
      pod.client().get("/openapi.json").isProblem(401);
      JsonNode document = pod.as("vic").get("/openapi.json").is(200).json();

      Set<String> documented = new TreeSet<>();
      document
          .path("paths")
          .properties()
          .forEach(
              path ->
                  path.getValue()
                      .propertyNames()
                      .forEach(
                          method ->
                              documented.add(
                                  method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
      assertThat(documented).isEqualTo(ours(pod)).hasSizeGreaterThan(6);
      assertThat(document.path("servers").get(0).path("url").asString())
          .isEqualTo(pod.client().server());
      assertThat(document.path("info").path("title").asString()).isEqualTo("Runledger");
      assertThat(document.path("components").path("schemas").has("Problem")).isTrue();
      JsonNode run = document.path("paths").path("/runledger/api/v1/runs/{job}/{date}").path("get");
      assertThat(run.path("parameters").get(1).path("schema").path("format").asString())
          .isEqualTo("date");
      assertThat(run.path("responses").propertyNames()).containsOnly("200", "default");
      JsonNode ask = document.path("paths").path("/runledger/api/v1/runs").path("post");
      assertThat(ask.path("responses").propertyNames()).containsOnly("200", "202", "default");
      document
          .path("paths")
          .forEach(
              path ->
                  path.forEach(
                      method -> assertThat(method.path("summary").asString("")).isNotBlank()));
    }
  }

  @Test
  void of_the_application_is_as_it_was() {
    try (WebPod pod =
        WebPod.start(
            DATABASE, "--spring.security.user.name=app", "--spring.security.user.password=app")) {
      JsonNode document =
          pod.client().as("app", "app").send("GET", "/v3/api-docs", null).is(200).json();
      assertThat(document.path("paths").propertyNames()).isEmpty();
    }
  }

  private static Set<String> ours(WebPod pod) {
    Set<String> paths = new TreeSet<>();
    pod.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
        .getHandlerMethods()
        .keySet()
        .forEach(
            mapping ->
                mapping
                    .getPatternValues()
                    .forEach(
                        path ->
                            mapping
                                .getMethodsCondition()
                                .getMethods()
                                .forEach(method -> paths.add(method + " " + path))));
    paths.removeIf(path -> !path.contains(" /runledger/") || path.endsWith("/openapi.json"));
    return paths;
  }
}

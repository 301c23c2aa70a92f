package io.runledger.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Somebody who uses REST.
 *
 * @param server the server's address
 * @param api where REST is on it
 * @param headers what goes with each request
 */
record WebClient(String server, String api, Map<String, String> headers) {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  WebClient(String server, String api) {
    this(server, api, Map.of());
  }

  WebClient as(String user, String password) {
    return with(
        "Authorization",
        "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8)));
  }

  WebClient with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new WebClient(server, api, more);
  }

  /** What was answered. */
  record Answer(int status, HttpHeaders headers, String body) {

    JsonNode json() {
      return JSON.readTree(body);
    }

    String text(String field) {
      return json().path(field).asString("");
    }

    Answer is(int expected) {
      assertThat(status).as(body).isEqualTo(expected);
      return this;
    }

    /** A problem detail, and nothing that only a programmer understands. */
    Answer isProblem(int expected) {
      is(expected);
      assertThat(headers.firstValue("Content-Type")).contains("application/problem+json");
      assertThat(text("title")).isNotBlank();
      assertThat(json().path("status").asInt(0)).isEqualTo(expected);
      assertThat(text("instance")).startsWith("/");
      assertThat(json().has("type")).isFalse();
      assertThat(body).doesNotContain("Exception", "at io.runledger", "<html");
      return this;
    }
  }

  Answer get(String path) {
    return send("GET", api + path, null);
  }

  Answer post(String path, String json) {
    return with("Content-Type", "application/json").send("POST", api + path, json);
  }

  Answer send(String method, String path, @org.jspecify.annotations.Nullable String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    headers.forEach(request::header);
    try {
      HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

package io.runledger.lab.stage;

import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Timeline;
import io.runledger.lab.pod.Night;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A clerk who presses the button at the REST interface of guarded pods. */
final class RestDesk {

  static final String CLERK = "clerk";

  private static final Pattern VERDICT = Pattern.compile("\"verdict\"\\s*:\\s*\"(\\w+)\"");
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Timeline timeline;
  private final Night night;

  RestDesk(Timeline timeline, Night night) {
    this.timeline = timeline;
    this.night = night;
  }

  /** Asks for the date; the answer goes to the timeline. */
  CompletableFuture<Void> press(LabPod pod) {
    String login = CLERK + ":" + CLERK;
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:%d/runledger/api/v1/runs".formatted(pod.webPort())))
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
            .POST(
                BodyPublishers.ofString(
                    "{\"job\": \"post-interest\", \"batchDate\": \"%s\"}".formatted(night.date())))
            .build();
    return http.sendAsync(request, BodyHandlers.ofString())
        .thenAccept(response -> tell(pod, response));
  }

  private void tell(LabPod pod, HttpResponse<String> response) {
    Matcher verdict = VERDICT.matcher(response.body());
    timeline.note(
        CLERK,
        Happening.NOTE,
        "REST at %s answers %d %s"
            .formatted(
                pod.name(),
                response.statusCode(),
                verdict.find() ? verdict.group(1) : response.body()));
  }
}

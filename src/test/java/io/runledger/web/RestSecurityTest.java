package io.runledger.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.autoconfigure.SettingRefusedException;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import io.runledger.web.WebClient.Answer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;

@DisplayName("REST")
@ExtendWith(OutputCaptureExtension.class)
class RestSecurityTest {

  private static final Database DATABASE = PostgresServer.shared().newDatabase();
  private static final String RUN = "{\"job\": \"copy\", \"batchDate\": \"2999-01-01\"}";
  private static final String REASON = "{\"reason\": \"x\"}";

  private static WebPod pod;

  @BeforeAll
  static void start() {
    pod = WebPod.start(DATABASE);
  }

  @AfterAll
  static void stop() {
    pod.close();
  }

  @ParameterizedTest(name = "answers {0} {1} with {2} to nobody, {3} vic, {4} olga, {5} ada")
  @CsvSource({
    "GET,  /runs,                      401, 200, 200, 200",
    "GET,  /runs/copy/2020-01-01,      401, 404, 404, 404",
    "GET,  /leases,                    401, 200, 200, 200",
    "GET,  /audit,                     401, 200, 200, 200",
    "GET,  /nothing,                   401, 404, 404, 404",
    "RUN,  /runs,                      401, 403, 409, 409",
    "STOP, /runs/copy/2020-01-01/stop, 401, 403, 409, 409",
    "STOP, /runs/copy/2020-01-01/reopen, 401, 403, 403, 409",
    "STOP, /jobs/copy/release,         401, 403, 200, 200",
    "STOP, /anything,                  401, 403, 403, 404",
  })
  void lets_each_role_do_its_own(
      String what, String path, int nobody, int viewer, int operator, int admin) {
    assertThat(
            List.of(
                status(pod.client(), what, path),
                status(pod.as("vic"), what, path),
                status(pod.as("olga"), what, path),
                status(pod.as("ada"), what, path)))
        .containsExactly(nobody, viewer, operator, admin);
  }

  private static int status(WebClient client, String what, String path) {
    Answer answer =
        switch (what) {
          case "GET" -> client.get(path);
          case "RUN" -> client.post(path, RUN);
          default -> client.post(path, REASON);
        };
    return answer.status() >= 400 ? answer.isProblem(answer.status()).status() : answer.status();
  }

  @Test
  void lets_a_viewer_plan_no_backfill() {
    String plan =
        "{\"job\": \"copy\", \"from\": \"2020-01-01\", \"to\": \"2020-01-02\", \"dryRun\": true}";
    pod.as("vic").post("/backfills", plan).isProblem(403);
    pod.as("olga").post("/backfills", plan).is(200);
  }

  @Test
  void asks_who_is_there_and_takes_no_wrong_password() {
    for (WebClient stranger :
        List.of(
            pod.client(),
            pod.client().as("olga", "wrong"),
            pod.client().as("nobody", WebPod.PASSWORD),
            pod.client().with("Authorization", "Basic %%%"),
            pod.client().with("Authorization", "Bearer abc"))) {
      Answer refused = stranger.get("/runs").isProblem(401);
      assertThat(refused.headers().allValues("WWW-Authenticate"))
          .containsExactly("Basic realm=\"Runledger\"");
    }
  }

  @Test
  void answers_with_headers_that_keep_browsers_from_harm_and_without_a_session() {
    for (Answer answer :
        List.of(
            pod.as("vic").get("/runs"),
            pod.client().get("/runs"),
            pod.as("vic").get("/nothing"),
            pod.as("olga").with("Sec-Fetch-Site", "cross-site").post("/runs", RUN))) {
      assertThat(answer.headers().firstValue("Cache-Control").orElse("")).contains("no-store");
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(answer.headers().firstValue("X-Frame-Options")).contains("DENY");
      assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
      assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
          .contains("frame-ancestors 'none'");
      assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
      assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }
  }

  @ParameterizedTest(name = "refuses what a page of another site sends: {0}: {1}")
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Origin, https://evil.example",
    "Origin, http://127.0.0.1:1",
    "Origin, null",
  })
  void refuses_other_sites(String header, String value) {
    Answer refused = pod.as("olga").with(header, value).post("/runs", RUN).isProblem(403);
    assertThat(refused.text("title")).isEqualTo("Cross-site request");
  }

  @Test
  void takes_what_its_own_pages_and_programs_send() {
    WebClient olga = pod.as("olga");
    olga.post("/runs", RUN).isProblem(409);
    olga.with("Sec-Fetch-Site", "same-origin").post("/runs", RUN).isProblem(409);
    olga.with("Sec-Fetch-Site", "none").post("/runs", RUN).isProblem(409);
    olga.with("Origin", olga.server()).post("/runs", RUN).isProblem(409);
  }

  @ParameterizedTest(name = "takes no {0}, which a form of another site could send")
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
  void takes_json_only(String type) {
    pod.as("olga")
        .with("Content-Type", type)
        .send("POST", "/runledger/api/v1/runs", RUN)
        .isProblem(415);
    pod.as("olga").send("POST", "/runledger/api/v1/runs", RUN).isProblem(415);
  }

  @Test
  void lets_no_other_site_read_or_ask_first() {
    Answer preflight =
        pod.client()
            .with("Origin", "https://evil.example")
            .with("Access-Control-Request-Method", "POST")
            .with("Access-Control-Request-Headers", "content-type")
            .send("OPTIONS", "/runledger/api/v1/runs", null);
    assertThat(preflight.status()).isEqualTo(401);
    assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void leaves_the_applications_own_paths_to_the_security_that_boot_gives_them() {
    pod.client().send("GET", "/own/page", null).is(401);
    pod.as("ada").send("GET", "/own/page", null).is(401);
    assertThat(pod.beans(UserDetailsService.class)).isZero();
    assertThat(pod.beans(AuthenticationManager.class)).isZero();
  }

  /** A chain of the application that comes first, and lets everybody in everywhere. */
  @Configuration(proxyBeanMethods = false)
  static class Careless {
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static SecurityFilterChain allOpen(HttpSecurity http) {
      return http.securityMatcher("/**")
          .csrf(csrf -> csrf.disable())
          .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
          .build();
    }
  }

  @Test
  void stays_shut_behind_a_careless_security_of_the_application() {
    try (WebPod careless =
        WebPod.start(DATABASE, "--spring.main.sources=" + Careless.class.getName())) {
      careless.client().send("GET", "/own/page", null).is(200);
      careless.client().get("/runs").isProblem(403);
      careless.client().post("/runs", RUN).isProblem(403);
    }
  }

  @Test
  void is_where_the_base_path_says() {
    try (WebPod moved = WebPod.start(DATABASE, "--runledger.web.base-path=/ops/batch")) {
      moved.as("vic").send("GET", "/ops/batch/api/v1/runs", null).is(200);
      moved.client().send("GET", "/ops/batch/api/v1/runs", null).isProblem(401);
      moved.as("vic").get("/runs").is(401);
    }
    assertThatThrownBy(() -> WebPod.start(DATABASE, "--runledger.web.base-path=/"))
        .hasRootCauseInstanceOf(IllegalArgumentException.class)
        .rootCause()
        .hasMessageContaining("runledger.web.base-path is '/'");
  }

  @Test
  void is_guarded_below_another_servlet_path_too() {
    try (WebPod below = WebPod.start(DATABASE, "--spring.mvc.servlet.path=/app")) {
      below.client().send("GET", "/app/runledger/api/v1/runs", null).isProblem(401);
      below.as("vic").send("GET", "/app/runledger/api/v1/runs", null).is(200);
      below.as("vic").send("GET", "/app/runledger/api/v1/x", null).isProblem(404);
    }
  }

  @Test
  void is_not_there_if_it_is_switched_off() {
    try (WebPod off = WebPod.startBare(DATABASE, "--runledger.web.enabled=false")) {
      assertThat(off.beans(ApiPath.class)).isZero();
    }
  }

  @Test
  void takes_a_hashed_password() {
    String hash = new BCryptPasswordEncoder(4).encode("secret");
    try (WebPod hashed =
        WebPod.startBare(
            DATABASE,
            "--runledger.web.users[0].name=hanna",
            "--runledger.web.users[0].password={bcrypt}" + hash)) {
      hashed.client().as("hanna", "secret").get("/runs").is(200);
      hashed.client().as("hanna", hash).get("/runs").isProblem(401);
      hashed.client().as("hanna", "secret").post("/runs", RUN).isProblem(403);
    }
  }

  @ParameterizedTest(name = "refuses the password {0}")
  @ValueSource(strings = {"secret", "", "{noop}", "{}secret", "{rot13}frperg"})
  void refuses_a_password_that_is_not_encoded_and_does_not_show_it(String password) {
    assertThatThrownBy(
            () ->
                WebPod.startBare(
                    DATABASE,
                    "--runledger.web.users[0].name=hanna",
                    "--runledger.web.users[0].password=" + password))
        .hasStackTraceContaining(SettingRefusedException.class.getName())
        .rootCause()
        .hasMessageContaining("'hanna'")
        .hasMessageContaining("{bcrypt}")
        .message()
        .doesNotContain("frperg");
  }

  @Test
  void makes_up_a_password_in_development_and_says_it_once(CapturedOutput output) {
    try (WebPod bare = WebPod.startBare(DATABASE)) {
      String log = output.getAll();
      String after = "the generated password ";
      int at = log.indexOf(after);
      assertThat(at).isPositive().isEqualTo(log.lastIndexOf(after));
      String password = log.substring(at + after.length(), at + after.length() + 36);
      assertThat(log.substring(0, at)).contains("WARN");
      WebClient somebody = bare.client().as("runledger", password);
      somebody.get("/runs").is(200);
      somebody.post("/runs", RUN).isProblem(409);
      bare.client().as("runledger", "runledger").get("/runs").isProblem(401);
    }
  }

  @Test
  void makes_up_no_password_in_kubernetes() {
    assertThatThrownBy(() -> WebPod.startBare(DATABASE, "--KUBERNETES_SERVICE_HOST=10.0.0.1"))
        .rootCause()
        .isInstanceOf(SettingRefusedException.class)
        .hasMessageContaining("runledger.web.users");
    WebPod.start(DATABASE, "--KUBERNETES_SERVICE_HOST=10.0.0.1").close();
  }
}

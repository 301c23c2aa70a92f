package io.runledger.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.JwtDecoder;

@DisplayName("A bearer token")
class RestTokensTest {

  private static final Database DATABASE = PostgresServer.shared().newDatabase();
  private static final String RUN = "{\"job\": \"copy\", \"batchDate\": \"2026-01-01\"}";

  private static RSAKey key;
  private static HttpServer issuer;
  private static String address;
  private static WebPod pod;

  @BeforeAll
  static void start() throws Exception {
    key = new RSAKeyGenerator(2048).keyID("one").generate();
    issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    address = "http://127.0.0.1:" + issuer.getAddress().getPort();
    serve("/keys", new JWKSet(key.toPublicJWK()).toString());
    serve(
        "/.well-known/openid-configuration",
        "{\"issuer\": \"%s\", \"jwks_uri\": \"%s/keys\"}".formatted(address, address));
    issuer.start();
    pod =
        WebPod.startBare(
            DATABASE,
            "--runledger.web.jwt.issuer-uri=" + address,
            "--runledger.web.jwt.audience=runledger",
            "--runledger.web.jwt.roles-claim=realm_access.roles",
            "--runledger.web.jwt.name-claim=preferred_username");
  }

  private static void serve(String path, String body) {
    issuer.createContext(
        path,
        exchange -> {
          byte[] bytes = body.getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  @AfterAll
  static void stop() throws IOException {
    pod.close();
    issuer.stop(0);
  }

  @Test
  void of_the_issuer_lets_in_by_its_roles_and_its_name_is_kept_as_the_actor() throws Exception {
    WebClient viewer = with(claims("vera", "RUNLEDGER_VIEWER", "offline_access"));
    viewer.get("/runs").is(200);
    viewer.post("/runs", RUN).isProblem(403);
    with(claims("otto", "runledger-operator")).post("/runs", RUN).is(202);
    assertThat(viewer.get("/audit?actor=otto").json().path("total").asInt()).isEqualTo(1);
    with(claims("anna", "RUNLEDGER_ADMIN")).get("/audit").is(200);
    with(claims("nora", "admin", "viewer")).get("/runs").isProblem(403);
  }

  @Test
  void that_is_not_good_lets_nobody_in() throws Exception {
    JWTClaimsSet good = claims("vera", "RUNLEDGER_VIEWER");
    with(good).get("/runs").is(200);
    refuses(builder(good).issuer("http://other.example").build());
    refuses(builder(good).audience("another").build());
    refuses(builder(good).audience((String) null).build());
    refuses(builder(good).claim("exp", seconds(-600)).build());
    refuses(builder(good).claim("preferred_username", null).build());
    RSAKey foreign = new RSAKeyGenerator(2048).keyID("one").generate();
    pod.client()
        .with("Authorization", "Bearer " + signed(good, foreign))
        .get("/runs")
        .isProblem(401);
    WebClient.Answer nobody = pod.client().as("runledger", "x").get("/runs").isProblem(401);
    assertThat(nobody.headers().allValues("WWW-Authenticate"))
        .containsExactly("Bearer realm=\"Runledger\"");
  }

  private static void refuses(JWTClaimsSet claims) throws Exception {
    with(claims).get("/runs").isProblem(401);
  }

  @Test
  void is_unavailable_and_not_wrong_while_the_issuer_does_not_answer() throws Exception {
    try (WebPod alone =
        WebPod.start(DATABASE, "--runledger.web.jwt.jwk-set-uri=http://127.0.0.1:1/keys")) {
      String token = signed(claims("vera", "RUNLEDGER_VIEWER"), key);
      alone.client().with("Authorization", "Bearer " + token).get("/runs").isProblem(503);
      alone.as("vic").get("/runs").is(200);
      assertThat(alone.client().get("/runs").isProblem(401).headers().allValues("WWW-Authenticate"))
          .containsExactly("Basic realm=\"Runledger\"", "Bearer realm=\"Runledger\"");
    }
  }

  @Test
  void is_read_by_a_decoder_that_the_application_does_not_see() {
    assertThat(pod.beans(JwtDecoder.class)).isZero();
  }

  private static WebClient with(JWTClaimsSet claims) throws Exception {
    return pod.client().with("Authorization", "Bearer " + signed(claims, key));
  }

  private static JWTClaimsSet claims(String name, String... roles) {
    return new JWTClaimsSet.Builder()
        .issuer(address)
        .audience("runledger")
        .subject("4711")
        .claim("exp", seconds(600))
        .claim("preferred_username", name)
        .claim("realm_access", Map.of("roles", List.of(roles)))
        .build();
  }

  private static JWTClaimsSet.Builder builder(JWTClaimsSet claims) {
    return new JWTClaimsSet.Builder(claims);
  }

  private static long seconds(long fromNow) {
    return Instant.now().plusSeconds(fromNow).getEpochSecond();
  }

  private static String signed(JWTClaimsSet claims, RSAKey by) throws Exception {
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(by.getKeyID()).build(), claims);
    jwt.sign(new RSASSASigner(by));
    return jwt.serialize();
  }
}

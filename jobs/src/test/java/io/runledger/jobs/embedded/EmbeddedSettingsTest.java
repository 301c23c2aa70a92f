package io.runledger.jobs.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

class EmbeddedSettingsTest {

  private final MockEnvironment environment =
      new MockEnvironment().withProperty("runledger.embedded", "true");

  @Test
  void nothing_is_embedded_unless_asked() {
    assertThat(EmbeddedSettings.of(new MockEnvironment())).isEmpty();
    assertThat(EmbeddedSettings.of(environment.withProperty("runledger.embedded", "false")))
        .isEmpty();
  }

  @Test
  void the_directory_lies_in_the_working_directory() {
    assertThat(EmbeddedSettings.of(environment))
        .contains(new EmbeddedSettings(Path.of("data").toAbsolutePath(), 15432, 16379, true));
  }

  @Test
  void a_given_database_wins_even_in_kubernetes() {
    environment.setProperty("spring.datasource.url", "jdbc:postgresql://db/ledger");
    environment.setProperty("KUBERNETES_SERVICE_HOST", "10.0.0.1");

    assertThat(EmbeddedSettings.of(environment)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void an_empty_database_url_is_a_missing_secret_and_no_wish_for_an_embedded_one(String url) {
    environment.setProperty("spring.datasource.url", url);

    assertThatThrownBy(() -> EmbeddedSettings.of(environment))
        .isInstanceOf(EmbeddedServerException.class)
        .hasMessageStartingWith("spring.datasource.url is given, but empty; nothing was started");
  }

  @Test
  void kubernetes_is_refused() {
    environment.setProperty("KUBERNETES_SERVICE_HOST", "10.0.0.1");

    assertThatThrownBy(() -> EmbeddedSettings.of(environment))
        .isInstanceOf(EmbeddedServerException.class)
        .hasMessage(
            """
            runledger.embedded is true in a Kubernetes pod (KUBERNETES_SERVICE_HOST is set) and \
            spring.datasource.url is not given; nothing was started, for each pod would get a \
            ledger of its own and every job would run once per pod. Set spring.datasource.url to \
            the database that all pods share.""");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "runledger.filter.nodes",
        "runledger.filter.nodes[0]",
        "runledger.filter.redisson",
        "runledger.filter.redisson[0]"
      })
  void redis_is_not_wanted_beside_nodes_of_the_user(String property) {
    environment.setProperty(property, "given");

    assertThat(EmbeddedSettings.of(environment).orElseThrow().redisWanted()).isFalse();
  }

  @Test
  void an_empty_list_of_nodes_turns_redis_off() {
    environment.setProperty("runledger.filter.nodes", "");

    assertThat(EmbeddedSettings.of(environment).orElseThrow().redisWanted()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "65536"})
  void a_number_that_is_no_port_is_refused(String port) {
    environment.setProperty("runledger.embedded-redis-port", port);

    assertThatThrownBy(() -> EmbeddedSettings.of(environment))
        .hasMessage(
            """
            runledger.embedded-redis-port is %s, which is no port; nothing was started. Take one \
            from 1 to 65535."""
                .formatted(port));
  }

  @Test
  void one_port_for_both_is_refused() {
    environment.setProperty("runledger.embedded-redis-port", "15432");

    assertThatThrownBy(() -> EmbeddedSettings.of(environment))
        .hasMessageContaining("are both 15432");
  }
}

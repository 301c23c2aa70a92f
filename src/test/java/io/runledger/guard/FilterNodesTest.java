package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.runledger.guard.Filter.Answer;
import io.runledger.guard.Filter.Holding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the settings may be, and what a wrong one is told. */
class FilterNodesTest {
  private static final Duration TTL = Duration.ofSeconds(30);

  @TempDir Path directory;

  @Test
  void without_nodes_the_layer_is_off_and_lets_everybody_pass() {
    Filter off = open(List.of(), List.of());

    assertThat(off).isSameAs(Filter.off());
    UUID attempt = UUID.randomUUID();
    assertThat(off.tryAcquire("eod", attempt)).isEqualTo(Answer.HELD);
    assertThat(off.tryAcquire("eod", UUID.randomUUID())).isEqualTo(Answer.HELD);
    assertThat(off.probe("eod", attempt)).isEqualTo(Holding.HELD);
    off.release("eod", attempt);
    assertThat(off.nodes()).isEmpty();
    off.close();
  }

  @ParameterizedTest
  @CsvSource({
    "redis://lock-a:6379, redis://lock-a:6379, , ",
    "redis://lock_a:6379/, redis://lock_a:6379, , ",
    "rediss://10.0.0.7:6380, rediss://10.0.0.7:6380, , ",
    "redis://[::1]:6379, redis://[::1]:6379, , ",
    "redis://:secret@lock-a:6379, redis://lock-a:6379, , secret",
    "redis://secret@lock-a:6379, redis://lock-a:6379, , secret",
    "redis://batch:s:e@c#r/et@lock-a:6379, redis://lock-a:6379, batch, s:e@c#r/et",
    "redis://batch:50%25%40home@lock-a:6379, redis://lock-a:6379, batch, 50%@home"
  })
  void an_address_is_read(String text, String url, String user, String password) {
    NodeAddress address = NodeAddress.parse("runledger.filter.nodes[0]", text);

    assertThat(address).isEqualTo(new NodeAddress(url, user, password));
    assertThat(address.toString()).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "lock-a:6379",
        "lock-a",
        "redis:/lock-a:6379",
        "redis://lock-a",
        "redis://lock-a:port",
        "redis://lock-a:0",
        "redis://lock-a:65536",
        "redis://:6379",
        "redis://lock-a:6379/2",
        "redis://lock a:6379",
        "http://lock-a:6379"
      })
  void a_wrong_address_is_refused_with_property_value_and_form(String text) {
    assertThatThrownBy(() -> open(List.of("redis://lock-a:6379", text), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "runledger.filter.nodes[1] is '%s', which is no address of a Redis server."
                + " Write redis://host:port, or rediss://host:port for TLS, with user:password@"
                + " before the host if Redis asks for them",
            text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://batch:secret@lock-a",
        "redis://secret@lock-a",
        "batch:secret@lock-a:6379",
        "redis:batch:secret@lock-a:6379",
        "redis://batch:secret%zz@lock-a:6379"
      })
  void no_message_tells_a_password(String text) {
    IllegalArgumentException refusal =
        catchThrowableOfType(IllegalArgumentException.class, () -> open(List.of(text), List.of()));

    assertThat(refusal).hasMessageContaining("runledger.filter.nodes[0]");
    assertThat(refusal.getMessage()).doesNotContain("secret");
  }

  @Test
  void a_node_named_twice_is_refused() {
    assertThatThrownBy(
            () ->
                open(
                    List.of("redis://lock-a:6379", "redis://lock-b:6379", "redis://:x@lock-a:6379"),
                    List.of()))
        .hasMessage(
            "runledger.filter.nodes[0] and runledger.filter.nodes[2] are both"
                + " 'redis://lock-a:6379'. Each node must be a Redis of its own: name it once");
  }

  @Test
  void a_time_to_live_too_short_to_be_renewed_is_refused() {
    assertThatThrownBy(
            () ->
                FilterNodes.open(
                    UUID.randomUUID(),
                    List.of("redis://lock-a:6379"),
                    List.of(),
                    Duration.ofSeconds(1)))
        .hasMessage(
            "runledger.filter.ttl is PT1S, too short to be renewed in time."
                + " Write 3s or more (the default is 30s)");
  }

  @Test
  void a_file_that_is_not_there_is_refused_with_the_place_where_it_was_looked_for() {
    Path missing = directory.resolve("lock-a.yml");

    assertThatThrownBy(() -> open(List.of(), List.of(missing)))
        .hasMessage(
            "runledger.filter.redisson[0] is '%s', which is no readable file (looked for in %s)."
                + " Name a Redisson configuration file in YAML",
            missing, directory);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'singleServerConfig:\n  adress: redis://a:1\n  password: secret' | see line 2",
        "'singleServerConfig:\n  password: [\"secret\"' | see line 2",
        "'threads: 2' | server(s) address(es) not defined!",
        "'' | it is empty"
      })
  void a_file_that_redisson_does_not_take_is_refused_with_the_place_and_no_password(
      String content, String reason) throws IOException {
    Path file = Files.writeString(directory.resolve("lock-a.yml"), content.replace("\\n", "\n"));

    IllegalArgumentException refusal =
        catchThrowableOfType(IllegalArgumentException.class, () -> open(List.of(), List.of(file)));

    assertThat(refusal)
        .hasMessage(
            "runledger.filter.redisson[0] is '%s', which Redisson does not take as its"
                + " configuration: %s",
            file, reason);
    assertThat(Throwables.getStackTrace(refusal)).doesNotContain("secret");
  }

  @Test
  void a_file_with_a_wrong_address_is_refused_with_its_name() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("lock-a.yml"), "singleServerConfig:\n  address: lock-a:6379\n");

    assertThatThrownBy(() -> open(List.of("redis://lock-a:6379"), List.of(file)))
        .hasMessage(
            "runledger.filter.redisson[0] is '%s', of which Redisson makes no client: Redis url"
                + " should start with redis:// or rediss:// (for SSL connection)",
            file);
  }

  private static Filter open(List<String> addresses, List<Path> files) {
    return FilterNodes.open(UUID.randomUUID(), addresses, files, TTL);
  }
}

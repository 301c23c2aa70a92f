package io.runledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

  @Test
  void a_name_with_a_dot_goes_to_spring_and_all_else_to_the_command() {
    Arguments arguments =
        Arguments.of(
            "--spring.datasource.url=jdbc:x",
            "run",
            "--debug",
            "daily",
            "--parameter",
            "a.b=c.d",
            "--parameter=e.f=g",
            "--runledger.jobs.daily.lease=2s",
            "--reason",
            "v1.2 is out");

    assertThat(arguments.own())
        .containsExactly(
            "run",
            "daily",
            "--parameter",
            "a.b=c.d",
            "--parameter=e.f=g",
            "--reason",
            "v1.2 is out");
    assertThat(arguments.spring())
        .containsExactly(
            "--spring.datasource.url=jdbc:x", "--debug", "--runledger.jobs.daily.lease=2s");
  }

  @Test
  void what_a_person_sets_is_not_overruled() {
    String[] all =
        Arguments.of("status", "--logging.threshold.console=info")
            .springWith(Map.of("logging.threshold.console", "warn", "runledger.worker", "false"));

    assertThat(all).containsExactly("--logging.threshold.console=info", "--runledger.worker=false");
  }
}

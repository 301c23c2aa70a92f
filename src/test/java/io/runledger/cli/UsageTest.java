package io.runledger.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong usage is refused before anything is started: here there is nothing that could be. */
class UsageTest {

  private record Said(int code, String out, String err) {}

  private static Said run(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    System.setOut(new PrintStream(out, true, UTF_8));
    System.setErr(new PrintStream(err, true, UTF_8));
    try {
      int code = RunledgerApplication.run(UsageTest.class, arguments.toArray(String[]::new));
      return new Said(code, out.toString(UTF_8), err.toString(UTF_8));
    } finally {
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
  }

  static Stream<Arguments> wrongUsage() {
    return Stream.of(
        Arguments.of(
            List.of("rnu", "daily"),
            "There is no command 'rnu'; there are: serve, run, backfill, stop, hold, release, reopen, status, schedule, advise, verify. Try 'runledger --help'."),
        Arguments.of(List.of("run"), "Missing required parameter: 'JOB'"),
        Arguments.of(
            List.of("stop", "daily", "--date", "2026-02-01"),
            "Missing required option: '--reason=TEXT'"),
        Arguments.of(
            List.of("stop", "daily", "--reason", "r"), "Missing required option: '--date=DATE'"),
        Arguments.of(
            List.of("run", "daily", "--date", "31.3.2026"), "'31.3.2026' is no batch date"),
        Arguments.of(
            List.of("run", "daily", "--date", "2026-02-30"), "'2026-02-30' is no batch date"),
        Arguments.of(
            List.of("run", "daily", "--dat", "2026-02-01"),
            "Unknown options: '--dat', '2026-02-01'. Try 'runledger run --help'."),
        Arguments.of(
            List.of("backfill", "daily", "--from", "20260101", "--to", "20260102"),
            "Missing required option: '--reason=TEXT'"),
        Arguments.of(
            List.of("backfill", "daily", "--from", "20260101", "--reason", "r"),
            "Missing required option: '--to=DATE'"),
        Arguments.of(
            List.of(
                "backfill",
                "daily",
                "--from",
                "20260101",
                "--to",
                "20260102",
                "--reason",
                "r",
                "--only",
                "some"),
            "but was 'some'"),
        Arguments.of(List.of("status", "--limit", "many"), "'many' is not an int"));
  }

  @ParameterizedTest
  @MethodSource("wrongUsage")
  void wrong_usage_is_one_line_on_standard_error_and_exit_code_2(
      List<String> arguments, String message) {
    Said said = run(arguments);

    assertThat(said.code).isEqualTo(2);
    assertThat(said.out).isEmpty();
    assertThat(said.err.lines()).singleElement().asString().contains(message).contains("Try '");
  }

  @Test
  void help_names_the_commands_and_the_exit_codes() {
    Said said = run(List.of("--help"));

    assertThat(said.code).isZero();
    assertThat(said.out)
        .contains("serve", "run", "backfill", "status", "Exit codes: 0 the effects");
    assertThat(said.err).isEmpty();
  }
}

package io.runledger.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@DisplayName("The command model")
class ModelCommandTest {

  private final StringWriter out = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new ModelCommand()).setOut(new PrintWriter(out)).execute(arguments);
  }

  @Test
  void tells_states_speed_invariants_and_verdict() {
    assertThat(run("--setting", "PUNCTUAL")).isZero();
    assertThat(out.toString())
        .contains(" states in ", " a second, depth ")
        .contains("invariants: EFFECT_ONCE")
        .contains("verdict: all hold in every state that there is");
  }

  @Test
  void tells_the_shortest_way_to_break_a_broken_protocol() {
    assertThat(run("--setting", "PUNCTUAL", "--flaw", "OWNER_BY_HOST")).isEqualTo(1);
    assertThat(out.toString())
        .contains("flaw OWNER_BY_HOST: ")
        .contains("verdict: BROKEN after 6 steps")
        .contains("LeaseArbiter.acquire: granted, fence 1")
        .endsWith("LeaseArbiter.acquire: granted, fence 2" + System.lineSeparator());
  }

  @Test
  void says_that_it_gave_up() {
    assertThat(run("--setting", "TWO_PODS", "--most", "100")).isZero();
    assertThat(out.toString()).contains("verdict: given up");
  }
}

package io.runledger.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.batch.RunProgress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, UTF_8);
  private Optional<RunProgress> progress = Optional.empty();
  private long now;

  private ProgressDisplay display(boolean redraws) {
    return new ProgressDisplay(out, "daily 2026-03-31", () -> progress, redraws, () -> now);
  }

  private void at(Duration time, long done, OptionalLong total) {
    now = time.toNanos();
    progress = Optional.of(new RunProgress("load", done, total));
  }

  @Test
  void elsewhere_a_line_with_rows_rate_and_time_left_comes_every_five_seconds() {
    ProgressDisplay display = display(false);
    for (int second = 0; second <= 10; second++) {
      at(Duration.ofSeconds(second), second * 1_200L, OptionalLong.of(15_000));
      display.look();
    }

    assertThat(bytes.toString(UTF_8).lines())
        .containsExactly(
            "daily 2026-03-31: load 6,000 of 15,000 rows, 1,200/s, 7 s left",
            "daily 2026-03-31: load 12,000 of 15,000 rows, 1,200/s, 2 s left");
  }

  @Test
  void without_a_total_there_is_no_time_left() {
    ProgressDisplay display = display(false);
    at(Duration.ZERO, 0, OptionalLong.empty());
    display.look();
    at(Duration.ofSeconds(5), 500, OptionalLong.empty());
    display.look();

    assertThat(bytes.toString(UTF_8)).endsWith("load 500 rows, 100/s" + System.lineSeparator());
  }

  @Test
  void on_a_terminal_one_line_is_redrawn_and_wiped_at_the_end() {
    ProgressDisplay display = display(true);
    at(Duration.ZERO, 0, OptionalLong.empty());
    display.look();
    display.look();
    display.close();

    assertThat(bytes.toString(UTF_8))
        .isEqualTo("\r\u001b[K\u001b[?7lload 0 rows \u001b[?7h".repeat(2) + "\r\u001b[K")
        .doesNotContain("\n");
  }

  @Test
  void on_a_terminal_a_line_of_the_log_takes_the_place_of_the_progress() throws IOException {
    Curtain console = new Curtain(out, true, true);
    console.write("WARN one".getBytes(UTF_8));
    console.write(" line\n".getBytes(UTF_8));
    console.write("WARN two\n".getBytes(UTF_8));

    assertThat(bytes.toString(UTF_8)).isEqualTo("\r\u001b[KWARN one line\n\r\u001b[KWARN two\n");
  }

  @Test
  void elsewhere_a_line_of_the_log_stays_as_it_is() throws IOException {
    new Curtain(out, true, false).write("WARN one\n".getBytes(UTF_8));

    assertThat(bytes.toString(UTF_8)).isEqualTo("WARN one\n");
  }

  @Test
  void before_a_step_has_begun_nothing_is_shown() {
    ProgressDisplay display = display(true);
    display.look();
    display.close();

    assertThat(bytes.toString(UTF_8)).isEmpty();
  }
}

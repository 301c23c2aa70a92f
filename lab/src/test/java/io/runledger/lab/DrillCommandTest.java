package io.runledger.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.drill.Drills;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DrillCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  /** As many effects twice as this says, at once. */
  private interface Twice {
    int of(Drill drill, Guard guard);
  }

  private int run(Twice twice, String... arguments) {
    Player player =
        (drill, guard, scale, listener, curtain) -> {
          curtain.await();
          Moment due = new Moment(Duration.ZERO, "night", Happening.NOTE, "the date is due");
          listener.accept(due);
          int doubles = twice.of(drill, guard);
          return new Outcome(
              drill.name(),
              guard,
              300 + doubles,
              doubles,
              0,
              Duration.ofMillis(1234),
              drill.beyondThePromise(),
              "Told.",
              List.of(due));
        };
    List<String> all = new ArrayList<>(List.of("drill"));
    all.addAll(List.of(arguments));
    CommandLine commands =
        new CommandLine(
            Lab.class,
            new CommandLine.IFactory() {
              @Override
              public <K> K create(Class<K> type) throws Exception {
                return type == DrillCommand.class
                    ? type.cast(new DrillCommand(player))
                    : CommandLine.defaultFactory().create(type);
              }
            });
    return Lab.commandLine(commands)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(all.toArray(String[]::new));
  }

  private static int asPromised(Drill drill, Guard guard) {
    return guard == Guard.FULL ? 0 : 120;
  }

  private String[] all() {
    return new String[] {"all", "--html", directory.resolve("page.html").toString()};
  }

  @Test
  void list_names_each_drill_with_its_story() {
    assertThat(run(DrillCommandTest::asPromised, "list")).isZero();
    Drills.all().forEach(drill -> assertThat(out.toString()).contains(drill.name(), drill.story()));
  }

  @Test
  void a_night_is_told_as_it_goes_and_ends_with_its_figures() {
    assertThat(run(DrillCommandTest::asPromised, "failover", "--guard", "redis")).isZero();
    assertThat(out.toString())
        .contains(
            "T+  0.000  night       note      the date is due",
            "420 effects, 120 double, 0 dates lost, stood still for 1.234 s",
            "! 120 / 0 /   1.2");
  }

  @Test
  void all_prints_a_line_for_each_night_then_the_matrix_and_writes_the_page() {
    assertThat(run(DrillCommandTest::asPromised, all())).isZero();
    int nights = Drills.all().size() * Guard.values().length;
    assertThat(out.toString())
        .contains("[%3d/%d]".formatted(nights, nights), "nights without harm")
        .doesNotContain("the date is due");
    assertThat(directory.resolve("page.html")).content().contains("✕ 120 twice");
  }

  @Test
  void timelines_of_nights_played_at_once_do_not_mix() {
    run(DrillCommandTest::asPromised, "failover", "--parallel", "4", "--timeline");
    assertThat(out.toString().lines().filter(line -> line.contains("the date is due")))
        .hasSize(4 * Drills.named("failover").size());
    assertThat(out.toString()).containsPattern("guard full: .*\\R  T\\+  0.000 .*\\R  300 effects");
  }

  @Test
  void a_double_under_full_ends_with_1_and_names_the_night() {
    assertThat(run((drill, guard) -> 1, all())).isEqualTo(1);
    assertThat(err.toString()).contains("failover under guard full: 1 effects twice");
  }

  @Test
  void no_double_under_redis_ends_with_1_when_all_is_played() {
    assertThat(run((drill, guard) -> 0, all())).isEqualTo(1);
    assertThat(err.toString()).contains("No night under guard redis wrote an effect twice");
    assertThat(run((drill, guard) -> 0, "failover")).isZero();
  }

  @Test
  void a_night_that_cannot_be_played_ends_with_1_and_counts_for_nothing() {
    int code =
        run(
            (drill, guard) -> {
              if (guard == Guard.NONE) {
                throw new IllegalStateException("no\n  server");
              }
              return asPromised(drill, guard);
            },
            "failover",
            "--json",
            "-");
    assertThat(code).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            "failover under guard none was not played, and counts for nothing: "
                + "java.lang.IllegalStateException: no server");
    assertThat(out.toString()).doesNotContain("\"none\"").contains("\"redis\"");
  }

  @Test
  void json_on_standard_output_is_all_that_stands_there() {
    assertThat(run(DrillCommandTest::asPromised, "failover", "--guard", "full", "--json", "-"))
        .isZero();
    assertThat(out.toString())
        .isEqualToIgnoringWhitespace(
            Drills.named("failover").stream()
                .map(
                    drill ->
                        """
                        {"drill": "%s", "guard": "full", "effects": 300, "doubleEffects": 0,
                         "datesLost": 0, "standStillSeconds": 1.234}"""
                            .formatted(drill.name()))
                .collect(java.util.stream.Collectors.joining(",", "[", "]")));
    assertThat(err.toString()).contains("nights without harm");
  }

  @Test
  void a_name_that_is_none_is_refused_in_a_line_with_the_nearest() {
    assertThat(run(DrillCommandTest::asPromised, "failovr")).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .contains("There is no drill 'failovr'; nothing was played. Did you mean failover?");
  }

  @Test
  void wrong_options_are_refused_in_a_line() {
    for (String[] wrong :
        new String[][] {
          {"failover", "--guard", "reddis"},
          {"failover", "--scale", "2"},
          {"failover", "--scale", "fast"},
          {"failover", "--parallel", "0"},
          {"failover", "--html", directory.resolve("nowhere/page.html").toString()},
          {"failover", "--bogus"},
          {}
        }) {
      err.getBuffer().setLength(0);
      assertThat(run(DrillCommandTest::asPromised, wrong)).as(String.join(" ", wrong)).isEqualTo(2);
      assertThat(err.toString().lines()).as(String.join(" ", wrong)).hasSize(1);
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void files_get_what_was_asked_for() throws Exception {
    Path json = directory.resolve("all.json");
    Path svg = directory.resolve("matrix.svg");
    run(
        DrillCommandTest::asPromised,
        "failover",
        "--json",
        json.toString(),
        "--svg",
        svg.toString());
    assertThat(Files.readString(json)).contains("\"doubleEffects\" : 120");
    assertThat(Files.readString(svg)).startsWith("<svg").contains("✕ 120 twice");
  }
}

package io.runledger.lab;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.drill.Drills;
import io.runledger.lab.drill.Play;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Scale;
import io.runledger.lab.report.Findings;
import io.runledger.lab.report.Matrix;
import io.runledger.lab.report.MatrixSvg;
import io.runledger.lab.report.MatrixText;
import io.runledger.lab.report.OutcomesJson;
import io.runledger.lab.report.Page;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Plays drills, and tells how they came out. */
@Command(
    name = "drill",
    description = "Plays a fault against the guards, with real servers and pods.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:'full' did no harm (but beyond the promise); with 'all' also: 'redis' did some",
      "1:not so, or a night could not be played",
      "2:wrong usage"
    },
    mixinStandardHelpOptions = true)
final class DrillCommand implements Callable<Integer> {

  private static final int TOGETHER = 4;
  private static final Path PAGE = Path.of("runledger-lab.html");

  private final Player player;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "A drill, a fault of several, 'all', or 'list'.")
  private String name = "";

  @Option(names = "--guard", description = "none, redis, redis+lease or full. Default: all.")
  private @Nullable String guard;

  @Option(
      names = "--scale",
      defaultValue = "0.1",
      description = "Of all times; 1 plays the real night. Default: ${DEFAULT-VALUE}.")
  private BigDecimal scale = BigDecimal.ONE;

  @Option(
      names = "--parallel",
      description = "How many nights at once. Default: 1, and " + TOGETHER + " for 'all'.")
  private @Nullable Integer parallel;

  @Option(names = "--timeline", description = "Timelines with 'all' too.")
  private boolean timeline;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "The figures as JSON; '-': on standard output, and all else on standard error.")
  private @Nullable String json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "The page. Default: runledger-lab.html for 'all', else none.")
  private @Nullable Path html;

  @Option(names = "--svg", paramLabel = "FILE", description = "The matrix as a picture.")
  private @Nullable Path svg;

  DrillCommand() {
    this(Play::play);
  }

  DrillCommand(Player player) {
    this.player = player;
  }

  @Override
  public Integer call() {
    if (name.equals("list")) {
      Drills.all().forEach(drill -> out().printf("%-28s  %s%n", drill.name(), drill.story()));
      return ExitCode.OK;
    }
    boolean all = name.equals("all");
    List<Drill> drills = all ? Drills.all() : Drills.named(name);
    List<Guard> guards = guard == null ? List.of(Guard.values()) : List.of(Guard.of(guard));
    ReportFiles files = files(all);
    PrintWriter people = "-".equals(json) ? err() : out();
    int atOnce = atOnce(all);
    Spectator spectator = new Spectator(people, detail(all, atOnce), drills.size() * guards.size());
    Matrix matrix = new Programme(player, new Scale(scale), atOnce, spectator).play(drills, guards);
    people.println();
    MatrixText.of(matrix).forEach(people::println);
    files.write(matrix);
    files.names().forEach(file -> people.println("Written: " + file));
    people.flush();
    if ("-".equals(json)) {
      out().println(OutcomesJson.of(matrix));
    }
    List<String> wrong = Findings.of(matrix, all && guard == null);
    wrong.forEach(err()::println);
    return wrong.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private ReportFiles files(boolean all) {
    ReportFiles files = new ReportFiles();
    if (json != null && !json.equals("-")) {
      files.add(Path.of(json), matrix -> OutcomesJson.of(matrix) + System.lineSeparator());
    }
    if (html != null || all) {
      files.add(html == null ? PAGE : html, Page::of);
    }
    if (svg != null) {
      files.add(svg, MatrixSvg::of);
    }
    return files;
  }

  private int atOnce(boolean all) {
    if (parallel == null) {
      return all ? TOGETHER : 1;
    }
    if (parallel < 1) {
      throw new IllegalArgumentException(
          "--parallel is %d; nothing was played. At least 1 night is played at a time."
              .formatted(parallel));
    }
    return parallel;
  }

  private Spectator.Detail detail(boolean all, int atOnce) {
    if (all && !timeline) {
      return Spectator.Detail.LINE;
    }
    return atOnce == 1
        ? Spectator.Detail.TIMELINE_AS_IT_HAPPENS
        : Spectator.Detail.TIMELINE_AT_THE_END;
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  private PrintWriter err() {
    return Objects.requireNonNull(spec).commandLine().getErr();
  }
}

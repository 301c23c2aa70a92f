package io.runledger.lab;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.drill.Drills;
import io.runledger.lab.drill.Play;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Plays drills, and tells how they came out. */
@Command(
    name = "drill",
    description = "Plays a fault against the guards, with real servers and pods.",
    mixinStandardHelpOptions = true)
final class DrillCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "A drill, 'all', or 'list'.")
  private String name = "";

  @Option(names = "--guard", description = "none, redis, redis+lease or full. Default: all.")
  private @Nullable String guard;

  @Option(
      names = "--scale",
      defaultValue = "0.1",
      description = "Of all times; 1 plays the real night. Default: ${DEFAULT-VALUE}.")
  private BigDecimal scale = BigDecimal.ONE;

  @Override
  public Integer call() {
    PrintWriter out = java.util.Objects.requireNonNull(spec).commandLine().getOut();
    List<Guard> guards = guard == null ? List.of(Guard.values()) : List.of(Guard.of(guard));
    for (Drill drill : Drills.named(name)) {
      for (Guard each : guards) {
        TimelinePrinter printer = new TimelinePrinter(out);
        printer.title(drill, each);
        Outcome outcome = Play.play(drill, each, new Scale(scale), printer);
        printer.verdict(outcome);
      }
    }
    return 0;
  }
}

package io.runledger.lab.hunt;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Hunts for a broken promise. */
@Command(
    name = "hunt",
    description = "Random faults and people against pods with jobs of every kind, then a checker.",
    mixinStandardHelpOptions = true)
public final class HuntCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "How long faults go on. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(names = "--seed", description = "Draws the same plan again. Default: a fresh one.")
  private @Nullable Long seed;

  @Option(
      names = "--history",
      defaultValue = "hunt.jsonl",
      description = "Where everything is written down. Default: ${DEFAULT-VALUE}.")
  private Path history = Path.of("hunt.jsonl");

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    Plan plan = Plan.draw(seed == null ? System.nanoTime() : seed, Duration.ofSeconds(seconds));
    out.printf("hunt --seconds %d --seed %d, history in %s%n", seconds, plan.seed(), history);
    out.flush();
    try (History written = new History(history);
        Hunt hunt = new Hunt(plan, written)) {
      HuntReport report = hunt.play();
      out.print(report);
      out.flush();
      return report.breaks().isEmpty() ? 0 : 1;
    }
  }
}

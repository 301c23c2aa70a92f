package io.runledger.lab.hunt;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
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
      names = "--redis",
      description = "Which Redis the pods have, single or sentinel. Default: drawn by the seed.")
  private Plan.@Nullable Redis redis;

  @Option(
      names = "--history",
      defaultValue = "hunt.jsonl",
      description = "Where everything is written down. Default: ${DEFAULT-VALUE}.")
  private Path history = Path.of("hunt.jsonl");

  @Option(
      names = "--plan",
      description = "Plays the plan of this file, which a broken promise has left behind.")
  private @Nullable Path planFile;

  @Option(
      names = "--tries",
      defaultValue = "10",
      description =
          "How often a plan that broke a promise is played again to make it small."
              + " Default: ${DEFAULT-VALUE}.")
  private int tries;

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    Plan plan =
        planFile == null
            ? Plan.draw(seed == null ? System.nanoTime() : seed, Duration.ofSeconds(seconds), redis)
            : Plan.read(planFile);
    Path written = history.resolveSibling(history.getFileName() + ".plan.json").toAbsolutePath();
    plan.write(written);
    out.printf(
        "hunt --seconds %d --seed %d --redis %s, %d pods, history in %s%n",
        plan.length().toSeconds(),
        plan.seed(),
        plan.redis().name().toLowerCase(Locale.ROOT),
        plan.pods(),
        history);
    out.flush();
    boolean held = false;
    try {
      held = play(plan, history, out);
    } finally {
      if (!held) {
        out.printf(
            "Play it again: java -jar lab/target/runledger-lab.jar hunt --plan %s%n", written);
        out.flush();
      }
    }
    if (!held && tries > 0) {
      makeSmall(plan, written, out);
    }
    return held ? 0 : 1;
  }

  private void makeSmall(Plan plan, Path written, PrintWriter out) {
    out.printf("Now it is made small, in %d tries.%n", tries);
    out.flush();
    Path again = history.resolveSibling(history.getFileName() + ".again");
    Plan smallest = new Shrinker(other -> !play(other, again, out), tries).shrink(plan);
    smallest.write(written);
    out.printf(
        "%d of %d actions break it, and are the plan now.%n",
        smallest.actions().size(), plan.actions().size());
  }

  /** Whether all promises held. */
  private static boolean play(Plan plan, Path history, PrintWriter out) {
    try (History written = new History(history);
        Hunt hunt = new Hunt(plan, written)) {
      HuntReport report = hunt.play();
      out.print(report);
      out.flush();
      return report.breaks().isEmpty();
    }
  }
}

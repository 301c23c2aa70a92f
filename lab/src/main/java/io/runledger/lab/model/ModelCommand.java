package io.runledger.lab.model;

import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at every interleaving of the protocol, or of a broken one. */
@Command(
    name = "model",
    description = {
      "Looks at every interleaving of the protocol with crashes, freezes, leases that end early,",
      "clocks set back and a Redis that lies. Exit code 1 if something breaks an invariant."
    },
    mixinStandardHelpOptions = true)
public final class ModelCommand implements Callable<Integer> {

  private static final int DEFAULT_MOST = 20_000_000;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
  private CommandSpec spec;

  @Option(
      names = "--setting",
      description = "Only this one: ${COMPLETION-CANDIDATES}.",
      paramLabel = "SETTING")
  private @Nullable Setting setting;

  @Option(
      names = "--flaw",
      description = "Broken like this; may be repeated: ${COMPLETION-CANDIDATES}.",
      paramLabel = "FLAW")
  private Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);

  @Option(
      names = "--most",
      description = "Gives up after this many states of a setting (default: ${DEFAULT-VALUE}).",
      paramLabel = "N")
  private int most = DEFAULT_MOST;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    flaws.forEach(flaw -> out.printf("flaw %s: %s%n", flaw, flaw.words()));
    List<Setting> settings = setting == null ? List.of(Setting.values()) : List.of(setting);
    long states = 0;
    long took = 0;
    for (Setting one : settings) {
      out.printf("%s: %s%n", one, one.words());
      long begun = System.nanoTime();
      Explorer.Findings findings =
          new Explorer(one.world().with(flaws), one.invariants()).explore(most);
      long nanos = System.nanoTime() - begun;
      states += findings.states();
      took += nanos;
      print(out, one, findings, nanos);
      Counterexample found = findings.counterexample();
      if (found != null) {
        found.steps().forEach(step -> out.printf("    %s%n", step));
        out.flush();
        return 1;
      }
    }
    out.printf("%s%n", summary(states, took));
    out.flush();
    return 0;
  }

  private static void print(
      PrintWriter out, Setting setting, Explorer.Findings findings, long nanos) {
    out.printf("  %s, depth %d%n", summary(findings.states(), nanos), findings.depth());
    out.printf(
        "  invariants: %s%n",
        setting.invariants().stream().map(Invariant::name).collect(Collectors.joining(", ")));
    out.printf("  verdict: %s%n", verdict(findings));
    out.flush();
  }

  private static String summary(long states, long nanos) {
    long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
    return String.format(
        Locale.ROOT,
        "%,d states in %,d ms, %,d a second",
        states,
        millis,
        states * TimeUnit.SECONDS.toMillis(1) / millis);
  }

  private static String verdict(Explorer.Findings findings) {
    Counterexample found = findings.counterexample();
    if (found != null) {
      return "BROKEN after %d steps: not true that %s"
          .formatted(found.length(), found.broken().words());
    }
    return findings.exhausted()
        ? "all hold in every state that there is"
        : "given up: all hold in the states that were looked at, progress apart, which was not";
  }
}

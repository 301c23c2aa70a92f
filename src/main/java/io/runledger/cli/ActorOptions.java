package io.runledger.cli;

import io.runledger.operate.Person;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who asks. Kept with what is asked for. */
final class ActorOptions {

  @Option(
      names = "--actor",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "Who asks; your login if not given.")
  private String actor = "";

  @Option(
      names = "--parameter",
      paramLabel = "KEY=VALUE",
      description =
          "Handed to the job and kept with the attempt, without influence on which run it is."
              + " May be repeated.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  Person person(@Nullable String reason) {
    return new Person(actor, reason);
  }

  Map<String, String> parameters() {
    return parameters;
  }
}

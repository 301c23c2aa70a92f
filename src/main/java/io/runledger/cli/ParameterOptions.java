package io.runledger.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** What a person adds for the job. */
final class ParameterOptions {

  @Option(
      names = "--parameter",
      paramLabel = "KEY=VALUE",
      description =
          "Handed to the job and kept with the attempt, without influence on which run it is."
              + " May be repeated.")
  private Map<String, String> added = new LinkedHashMap<>();

  Map<String, String> added() {
    return added;
  }
}

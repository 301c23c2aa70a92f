package io.runledger.cli;

import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The application itself. */
@CommandLine.Command(
    name = "serve",
    description = "Serves until it is stopped: schedules, recovery, web. The default.")
final class ServeCommand {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  boolean help() {
    return help;
  }
}

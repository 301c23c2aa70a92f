package io.runledger.cli;

import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** What stands before the commands. */
@CommandLine.Command(
    name = "runledger",
    subcommands = {
      ServeCommand.class,
      RunCommand.class,
      BackfillCommand.class,
      StopCommand.class,
      HoldCommand.class,
      ReleaseCommand.class,
      ReopenCommand.class,
      StatusCommand.class,
      ScheduleCommand.class,
      AdviseCommand.class,
      VerifyCommand.class
    },
    versionProvider = RootCommand.Version.class,
    description = "Runs batch jobs once per batch date.",
    footer = {
      "",
      "Any --a.b=c, with a dot in the name, sets a property of the application:",
      "--spring.datasource.url=..., --runledger.lease=10s.",
      "",
      "Exit codes: 0 the effects are complete, now or already, or it is stopped as asked;",
      "1 failed or stopped; 2 wrong usage, unknown job, bad date; 4 running elsewhere;",
      "5 unavailable; 6 what was written is not what it should be; 7 blocked."
    })
final class RootCommand {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  boolean help() {
    return help;
  }

  boolean version() {
    return version;
  }

  /** The version of the jar that this class came in. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = RootCommand.class.getPackage().getImplementationVersion();
      return new String[] {"runledger " + (version == null ? "(unpacked)" : version)};
    }
  }
}

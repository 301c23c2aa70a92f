package io.runledger.lab;

import io.runledger.lab.hunt.HuntCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the lab. */
@Command(
    name = "runledger-lab",
    description = "Replays the incident and its kin with real processes.",
    subcommands = {DrillCommand.class, HuntCommand.class},
    mixinStandardHelpOptions = true)
public final class Lab {

  private Lab() {}

  /** Runs a command; the exit code is the command's. */
  public static void main(String[] arguments) {
    System.setProperty("logback.configurationFile", "io/runledger/lab/lab-logback.xml");
    System.exit(
        new CommandLine(new Lab())
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> {
                  if (!(failure instanceof IllegalArgumentException wrong)) {
                    throw failure;
                  }
                  command.getErr().println(wrong.getMessage());
                  return CommandLine.ExitCode.USAGE;
                })
            .execute(arguments));
  }
}

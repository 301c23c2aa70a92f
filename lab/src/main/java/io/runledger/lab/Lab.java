package io.runledger.lab;

import io.runledger.lab.model.ModelCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the lab. */
@Command(
    name = "runledger-lab",
    description = "Replays the incident and its kin with real processes.",
    subcommands = ModelCommand.class,
    mixinStandardHelpOptions = true)
public final class Lab {

  private Lab() {}

  /** Runs a command; the exit code is the command's. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Lab()).execute(arguments));
  }
}

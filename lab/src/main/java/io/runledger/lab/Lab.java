package io.runledger.lab;

import io.runledger.lab.hunt.HuntCommand;
import io.runledger.lab.model.ModelCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the lab. */
@Command(
    name = "runledger-lab",
    description = "Replays the incident and its kin with real processes.",
    subcommands = {DrillCommand.class, HuntCommand.class, ModelCommand.class},
    mixinStandardHelpOptions = true)
public final class Lab {

  private Lab() {}

  /** Runs a command; the exit code is the command's. */
  public static void main(String[] arguments) {
    System.setProperty("logback.configurationFile", "io/runledger/lab/lab-logback.xml");
    System.exit(commandLine(new CommandLine(new Lab())).execute(arguments));
  }

  /** Makes each error a line: 2 for what was asked wrongly, 1 for what went wrong. */
  static CommandLine commandLine(CommandLine commands) {
    return commands
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(
            (wrong, arguments) -> error(wrong.getCommandLine(), wrong, CommandLine.ExitCode.USAGE))
        .setExecutionExceptionHandler(
            (failure, command, parsed) ->
                error(
                    command,
                    failure,
                    failure instanceof IllegalArgumentException
                        ? CommandLine.ExitCode.USAGE
                        : CommandLine.ExitCode.SOFTWARE));
  }

  private static int error(CommandLine command, Exception failure, int code) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    command.getErr().println("runledger-lab: " + message.strip().replaceAll("\\s*\\R\\s*", " "));
    command.getErr().flush();
    return code;
  }
}

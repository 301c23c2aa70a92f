package io.runledger.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The entry of an application that has Runledger's commands:
 *
 * <pre>{@code
 * @SpringBootApplication
 * public class MyJobs {
 *   public static void main(String[] arguments) {
 *     RunledgerApplication.main(MyJobs.class, arguments);
 *   }
 * }
 * }</pre>
 *
 * <p>Without a command, or with {@code serve}, it is the Spring Boot application as ever. The other
 * commands start it without web server and schedules, ask, answer on standard output, and end. Any
 * {@code --a.b=c}, with a dot in the name, goes to Spring Boot as a property.
 */
public final class RunledgerApplication {

  private RunledgerApplication() {}

  /**
   * Does what the arguments say, and ends the JVM with its exit code. To be called last in {@code
   * main}.
   */
  public static void main(Class<?> application, String... arguments) {
    main(application, List.of(), arguments);
  }

  /**
   * As {@link #main(Class, String...)}, for an application with commands of its own.
   *
   * @param commands annotated with picocli's {@code @Command}
   */
  public static void main(Class<?> application, List<Command> commands, String... arguments) {
    System.exit(run(application, commands, arguments));
  }

  /**
   * Does what the arguments say. A command leaves {@code System.out} with standard error behind it:
   * what shuts down after the answer may still log.
   *
   * @param application the class with {@code @SpringBootApplication}
   * @return the exit code: 0 the effects are complete, now or already; 1 failed or stopped; 2 wrong
   *     usage, unknown job, bad date or refused settings; 4 running elsewhere; 5 unavailable; 6 a
   *     break in what was written; 7 blocked. {@code serve} returns when the application is closed
   */
  public static int run(Class<?> application, String... arguments) {
    return run(application, List.of(), arguments);
  }

  /** As {@link #run(Class, String...)}, for an application with commands of its own. */
  public static int run(Class<?> application, List<Command> added, String... arguments) {
    Arguments split = Arguments.of(arguments);
    CommandLine commands = new CommandLine(new RootCommand());
    added.forEach(commands::addSubcommand);
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    ParseResult parsed;
    try {
      parsed = commands.parseArgs(split.own().toArray(String[]::new));
    } catch (ParameterException e) {
      new Terminal(System.out, System.err, false).error(usage(e));
      return ExitCode.USAGE.number();
    }
    if (CommandLine.printHelpIfRequested(parsed)) {
      return ExitCode.COMPLETE.number();
    }
    ParseResult last = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
    return last.commandSpec().userObject() instanceof Command command
        ? new CommandProcess(application, split, command, System.out, System.err).run().number()
        : new ServeProcess(application, split).run().number();
  }

  private static String usage(ParameterException e) {
    CommandLine command = e.getCommandLine();
    String message = e.getMessage();
    if (e instanceof UnmatchedArgumentException unmatched && command.getParent() == null) {
      message =
          "There is no command '%s'; there are: %s."
              .formatted(
                  unmatched.getUnmatched().get(0),
                  String.join(", ", command.getSubcommands().keySet()));
    }
    return "%s%s Try '%s --help'."
        .formatted(
            message,
            String.valueOf(message).endsWith(".") ? "" : ".",
            command.getCommandSpec().qualifiedName());
  }
}

package io.runledger.cli;

import picocli.CommandLine.Option;

/** Options of every command that answers and ends, as a picocli mixin. */
public final class CommonOptions {

  @Option(names = "--json", description = "Answer as JSON; standard output holds nothing else.")
  private boolean json;

  @Option(
      names = "--verbose",
      description = "Write the log to standard error, as 'serve' would write it.")
  private boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  /** Whether the answer is for programs. */
  public boolean json() {
    return json;
  }

  /** Whether the log goes to standard error. */
  public boolean verbose() {
    return verbose;
  }

  boolean help() {
    return help;
  }
}

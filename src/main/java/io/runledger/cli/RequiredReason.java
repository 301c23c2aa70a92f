package io.runledger.cli;

import picocli.CommandLine.Option;

/** Why a person does what nobody would do without a reason. */
final class RequiredReason {

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why; kept with what is asked for.")
  private String text = "";

  String text() {
    return text;
  }
}

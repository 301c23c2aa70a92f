package io.runledger.cli;

import io.runledger.run.RunKey;
import java.time.LocalDate;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The run that a command is about. */
final class RunOptions {

  @Parameters(paramLabel = "JOB", description = "The job.")
  private String job = "";

  @Option(
      names = "--date",
      required = true,
      paramLabel = "DATE",
      converter = BatchDate.class,
      description = "The batch date, 2026-11-30 or 20261130.")
  private LocalDate date = LocalDate.MIN;

  @Option(
      names = "--part",
      paramLabel = "PART",
      description = "Which of the date's runs, if the job has several.")
  private String part = "";

  RunKey key() {
    return new RunKey(job, date, part);
  }
}

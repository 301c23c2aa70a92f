package io.runledger.jobs.portfolio;

import io.runledger.cli.Command;
import io.runledger.cli.CommonOptions;
import io.runledger.cli.ExitCode;
import io.runledger.cli.Terminal;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes accounts. */
@CommandLine.Command(
    name = "generate",
    description = "Makes a portfolio of accounts with entries; the same seed gives the same rows.")
public final class GenerateCommand implements Command {

  @Option(names = "--accounts", required = true, paramLabel = "N", description = "How many.")
  private int accounts;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Which of all portfolios. Default: 1.")
  private long seed;

  @Mixin private final CommonOptions common = new CommonOptions();

  @Override
  public CommonOptions common() {
    return common;
  }

  @Override
  public ExitCode execute(BeanFactory beans, Terminal terminal) {
    Generator.Generated generated = beans.getBean(Generator.class).generate(accounts, seed);
    terminal.answer(generated);
    terminal.say(
        generated.accounts() == 0
            ? "These %d accounts are there already.".formatted(accounts)
            : "%d accounts with %d entries generated."
                .formatted(generated.accounts(), generated.entries()));
    return ExitCode.COMPLETE;
  }
}

package io.runledger.jobs.portfolio;

import io.runledger.cli.Command;
import io.runledger.cli.CommonOptions;
import io.runledger.cli.ExitCode;
import io.runledger.cli.Terminal;
import java.nio.file.Path;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Loads real transactions. */
@CommandLine.Command(
    name = "import-pkdd99",
    description = {
      "Loads the transactions of the PKDD'99 challenge, all of a file or nothing.",
      "The bank's own interest is left out; what was imported before is left as it is."
    })
public final class ImportCommand implements Command {

  @Parameters(paramLabel = "FILE", description = "The file, with ';' between its 8 columns.")
  private Path file = Path.of("");

  @Mixin private final CommonOptions common = new CommonOptions();

  @Override
  public CommonOptions common() {
    return common;
  }

  @Override
  public ExitCode execute(BeanFactory beans, Terminal terminal) {
    Import.Loaded loaded = beans.getBean(Import.class).load(file);
    terminal.answer(loaded);
    terminal.say(
        "%d transactions, %d of them the bank's own interest and left out; %d entries added, %d there already."
            .formatted(loaded.lines(), loaded.interest(), loaded.added(), loaded.known()));
    return ExitCode.COMPLETE;
  }
}

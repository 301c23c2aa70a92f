package io.runledger.jobs;

import io.runledger.cli.RunledgerApplication;
import io.runledger.jobs.portfolio.GenerateCommand;
import io.runledger.jobs.portfolio.ImportCommand;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The runnable application: the shipped jobs, and the commands. */
@SpringBootApplication
public class RunledgerJobs {

  public static void main(String[] arguments) {
    RunledgerApplication.main(
        RunledgerJobs.class, List.of(new ImportCommand(), new GenerateCommand()), arguments);
  }
}

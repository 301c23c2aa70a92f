package io.runledger.jobs;

import io.runledger.cli.RunledgerApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The runnable application: the shipped jobs, and the commands. */
@SpringBootApplication
public class RunledgerJobs {

  public static void main(String[] arguments) {
    RunledgerApplication.main(RunledgerJobs.class, arguments);
  }
}

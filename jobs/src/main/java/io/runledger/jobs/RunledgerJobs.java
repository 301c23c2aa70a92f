package io.runledger.jobs;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The runnable application. */
@SpringBootApplication
public class RunledgerJobs {

  public static void main(String[] arguments) {
    SpringApplication.run(RunledgerJobs.class, arguments);
  }
}

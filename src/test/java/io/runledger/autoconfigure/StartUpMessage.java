package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.batch.GuardedApplication;
import org.springframework.boot.test.system.CapturedOutput;

/** What stands on the console when an application does not start. */
final class StartUpMessage {

  private StartUpMessage() {}

  /** Starts the application, which must fail, and reads what its user reads. */
  static String of(
      CapturedOutput console, GuardedApplication.Plan application, String... properties) {
    int before = console.getOut().length();
    assertThatThrownBy(() -> application.start(properties).close());
    String out = console.getOut().substring(before);
    int failure = out.lastIndexOf("APPLICATION FAILED TO START");
    assertThat(failure).as("the report of a failed start in: %s", out).isNotNegative();
    // The text is wrapped nowhere, but its blank lines are of no interest here.
    return out.substring(failure).replaceAll("\\s+", " ");
  }
}

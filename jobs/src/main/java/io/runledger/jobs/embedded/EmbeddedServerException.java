package io.runledger.jobs.embedded;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * The embedded servers cannot be had. The message is for the person who started the application: it
 * names the thing, its value, the consequence and the way out, and is printed without a stack trace
 * (Spring Boot knows the super class as a failure that explains itself).
 */
public final class EmbeddedServerException extends FailureAnalyzedException {

  private static final long serialVersionUID = 1L;

  EmbeddedServerException(String message) {
    super(message, null);
  }

  EmbeddedServerException(String message, Throwable cause) {
    super(message, null, cause);
  }
}

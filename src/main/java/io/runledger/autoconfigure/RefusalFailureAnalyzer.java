package io.runledger.autoconfigure;

import io.runledger.run.StartRefusedException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Shows what stops the start-up as a text for people, without a stack trace. */
final class RefusalFailureAnalyzer implements FailureAnalyzer {

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StartRefusedException) {
        return new FailureAnalysis(cause.getMessage(), null, failure);
      }
    }
    return null;
  }
}

package io.runledger.guard;

import io.runledger.run.StartRefusedException;

/** The ledger's schema is not what this version needs, or not where it must be. */
public final class SchemaRefusedException extends StartRefusedException {

  private static final long serialVersionUID = 1L;

  SchemaRefusedException(String message) {
    super(message);
  }

  SchemaRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}

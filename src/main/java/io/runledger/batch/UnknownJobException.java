package io.runledger.batch;

import java.util.Collection;

/** Nobody guards a job of this name here. */
public final class UnknownJobException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnknownJobException(String job, Collection<String> known) {
    super(
        "There is no guarded job '%s'; nothing was run. %s"
            .formatted(
                job,
                known.isEmpty()
                    ? "No job stands under runledger.jobs."
                    : "Guarded are: " + String.join(", ", known) + "."));
  }
}

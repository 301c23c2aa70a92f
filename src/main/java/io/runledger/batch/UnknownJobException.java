package io.runledger.batch;

import io.runledger.run.Nearest;
import java.util.Collection;
import java.util.List;

/** Nobody guards a job of this name here. */
public final class UnknownJobException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String job;
  private final List<String> known;

  public UnknownJobException(String job, Collection<String> known) {
    super(
        "There is no guarded job '%s'; nothing was run. %s%s"
            .formatted(
                job,
                known.isEmpty()
                    ? "No job stands under runledger.jobs."
                    : "Guarded are: " + String.join(", ", known) + ".",
                Nearest.to(job, known).map(" Did you mean %s?"::formatted).orElse("")));
    this.job = job;
    this.known = List.copyOf(known);
  }

  /** The name that nobody has. */
  public String job() {
    return job;
  }

  /** The names that there are. */
  public List<String> known() {
    return known;
  }
}

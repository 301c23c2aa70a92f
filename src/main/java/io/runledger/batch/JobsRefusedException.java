package io.runledger.batch;

import io.runledger.run.StartRefusedException;
import java.util.List;
import java.util.stream.Collectors;

/** Start-up is refused: what is promised could not be kept for the jobs named. */
public final class JobsRefusedException extends StartRefusedException {

  private static final long serialVersionUID = 1L;

  private final transient List<Refusal> refusals;

  public JobsRefusedException(List<Refusal> refusals) {
    super(
        refusals.stream()
            .map(Refusal::toString)
            .collect(
                Collectors.joining(
                    "\n  - ",
                    "Jobs under runledger.jobs cannot be guarded as they are:\n  - ",
                    "")));
    this.refusals = List.copyOf(refusals);
  }

  public List<Refusal> refusals() {
    return refusals;
  }
}

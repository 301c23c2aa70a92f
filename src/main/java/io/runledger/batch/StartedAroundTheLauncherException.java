package io.runledger.batch;

import java.util.UUID;

/** A write of a guarded job's metadata that no attempt of this pod stands behind. */
public final class StartedAroundTheLauncherException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StartedAroundTheLauncherException(String job) {
    super(
        """
        The job '%s' is guarded by Runledger, and was started around it; nothing was run or written. \
        Ask for it with RunLauncher.ask, or by the command "run %s --date ...", or take it out of \
        runledger.jobs."""
            .formatted(job, job));
  }

  StartedAroundTheLauncherException(String job, UUID attempt) {
    super(
        """
        Attempt %s of the job '%s' does not work in this pod any more, so its metadata may not be \
        changed; nothing was written. To run the date again ask for it with RunLauncher.ask."""
            .formatted(attempt, job));
  }
}

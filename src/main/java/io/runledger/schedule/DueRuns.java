package io.runledger.schedule;

import java.util.Optional;

/** Due runs one after another, in the order of their due instants, worked out as they are asked. */
@FunctionalInterface
interface DueRuns {

  /** Empty if there is none any more. */
  Optional<DueRun> next();
}

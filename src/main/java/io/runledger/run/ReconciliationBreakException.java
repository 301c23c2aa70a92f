package io.runledger.run;

import org.jspecify.annotations.Nullable;

/**
 * What a job throws when it has counted what it wrote, and it is not what it should be: the run
 * fails, and a command that waits for it ends with exit code 6 instead of 1, on whichever pod it
 * ran. The ledger keeps it as the run's message, by whose first words it is known.
 */
public final class ReconciliationBreakException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final String FIRST_WORDS = "Reconciliation break: ";

  /**
   * @param what the first thing that is not as it should be, with what was found and expected
   */
  public ReconciliationBreakException(String what) {
    super(FIRST_WORDS + what);
  }

  /** Whether a failed run's message in the ledger tells of a break. */
  public static boolean isToldBy(@Nullable String message) {
    return message != null && message.startsWith(FIRST_WORDS);
  }
}

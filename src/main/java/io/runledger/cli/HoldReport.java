package io.runledger.cli;

import io.runledger.operate.HoldAnswer;

/**
 * What {@code hold --json} and {@code release --json} answer. The names are read by scripts: they
 * stay.
 *
 * @param answer HELD, ALREADY_HELD, RELEASED or NOT_HELD
 * @param job the job
 * @param message the answer in words
 */
record HoldReport(String answer, String job, String message) {

  /** Tells it, whichever way it is to be read. */
  static void tell(HoldAnswer answer, Terminal terminal) {
    terminal.answer(new HoldReport(answer.word().name(), answer.job(), answer.explanation()));
    terminal.say("%s: %s (%s)".formatted(answer.job(), answer.word(), answer.explanation()));
  }
}

package io.runledger.web;

import io.runledger.operate.HoldAnswer;

/**
 * The answer to whoever held or released a job.
 *
 * @param job the job
 * @param answer the answer in a word
 * @param explanation the answer in a line
 */
record HoldBody(String job, HoldAnswer.Word answer, String explanation) {

  static HoldBody of(HoldAnswer answer) {
    return new HoldBody(answer.job(), answer.word(), answer.explanation());
  }
}

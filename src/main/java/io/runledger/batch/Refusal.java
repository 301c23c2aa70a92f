package io.runledger.batch;

/**
 * Why a job cannot be guarded.
 *
 * @param what the job, the step or the bean, by name; begins the sentence
 * @param why what it has or does, and what would go wrong; goes on with the sentence
 * @param wayOut what to do
 */
public record Refusal(String what, String why, String wayOut) {

  @Override
  public String toString() {
    return what + " " + why + " " + wayOut;
  }
}

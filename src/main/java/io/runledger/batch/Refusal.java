package io.runledger.batch;

/**
 * Why a job cannot be guarded.
 *
 * @param what the job, the step or the bean, by name
 * @param why what would go wrong
 * @param wayOut what to do
 */
public record Refusal(String what, String why, String wayOut) {

  @Override
  public String toString() {
    return what + ": " + why + " " + wayOut;
  }
}

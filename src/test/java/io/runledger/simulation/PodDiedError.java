package io.runledger.simulation;

/**
 * Ends a thread of a pod that has died, wherever it was. What it does on its way out reaches
 * nobody.
 */
final class PodDiedError extends Error {

  private static final long serialVersionUID = 1L;

  PodDiedError() {
    super("the pod died", null, false, false);
  }
}

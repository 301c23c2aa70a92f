package io.runledger.web;

/** A request that was understood, and is answered with a problem. */
final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  RefusedException(Problem problem) {
    super(problem.title());
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}

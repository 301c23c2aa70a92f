package io.runledger.lab.model;

/** Takes the steps that are possible from one state. */
interface Moves {

  /** Where they begin. Not to be changed. */
  State from();

  /** A copy of it, to be changed into where the step leads; the same object each time. */
  State fork();

  /**
   * The step led to what the last {@link #fork()} has become.
   *
   * @param pod whose step it is, or whom it befalls
   */
  void add(Step step, Actor actor, int pod);
}

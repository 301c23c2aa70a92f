package io.runledger.lab.stage;

/**
 * What a night waits for between the start of its pods and the date: nights that are played at once
 * start their pods, which is much work, before any of them begins, which is mostly waiting.
 */
@FunctionalInterface
public interface Curtain {

  /** For a night on its own. */
  Curtain OPEN = () -> {};

  /** Waits until it opens; once it has, returns at once. */
  void await();
}

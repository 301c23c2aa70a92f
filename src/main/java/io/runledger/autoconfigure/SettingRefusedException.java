package io.runledger.autoconfigure;

import io.runledger.run.StartRefusedException;

/**
 * A setting that the application cannot start with. The message names property, value and way out.
 */
public final class SettingRefusedException extends StartRefusedException {

  private static final long serialVersionUID = 1L;

  public SettingRefusedException(String message) {
    super(message);
  }

  /** With the message of a part that refused its own setting. */
  SettingRefusedException(IllegalArgumentException refusal) {
    super(refusal.getMessage(), refusal);
  }
}

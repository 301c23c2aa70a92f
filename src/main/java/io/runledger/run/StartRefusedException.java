package io.runledger.run;

import org.jspecify.annotations.Nullable;

/**
 * The application is not started as it is: what is promised could not be kept. The message is for
 * the person who starts it, and says what has to change; starting again unchanged does not help.
 */
public abstract class StartRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  protected StartRefusedException(String message) {
    super(message);
  }

  protected StartRefusedException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }
}

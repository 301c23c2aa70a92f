package io.runledger.test;

/** Redis answered a command with an error, which is the message as Redis wrote it. */
public final class RedisError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RedisError(String message) {
    super(message);
  }
}

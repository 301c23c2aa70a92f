package io.runledger.web;

/** Something in a request that cannot be meant. Nothing was done. */
final class BadInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String property;

  /**
   * @param property the field or parameter
   * @param message names it, its value and what to write
   */
  BadInputException(String property, String message) {
    super(message);
    this.property = property;
  }

  String property() {
    return property;
  }
}

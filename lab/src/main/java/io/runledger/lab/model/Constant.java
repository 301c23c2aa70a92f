package io.runledger.lab.model;

/** The place of an enum's constant, to pack it into a few bits. */
final class Constant {

  private Constant() {}

  @SuppressWarnings("EnumOrdinal") // packed and unpacked by one process, and kept nowhere
  static int number(Enum<?> constant) {
    return constant.ordinal();
  }
}

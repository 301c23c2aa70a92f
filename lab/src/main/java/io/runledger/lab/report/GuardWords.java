package io.runledger.lab.report;

import io.runledger.lab.night.Guard;

/** What stands under a guard's name. */
final class GuardWords {

  private GuardWords() {}

  static String of(Guard guard) {
    return switch (guard) {
      case NONE -> "every pod runs";
      case REDIS -> "a lock in Redis";
      case REDIS_LEASE -> "and a lease by node";
      case FULL -> "Runledger";
    };
  }
}

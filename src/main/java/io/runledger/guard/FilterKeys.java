package io.runledger.guard;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The filter's keys in Redis. The ledger's id stands in each, so that staging and production may
 * share a Redis without meeting.
 *
 * @param ledger the id made with the ledger's schema
 */
record FilterKeys(UUID ledger) {

  /**
   * {@code runledger:<ledger id>:lock:<lock name>}. Braces in a name are escaped: Redisson puts the
   * whole key in braces to keep the lock and its channel in one slot of a Redis Cluster, and a
   * brace inside would break that.
   */
  String lock(String lockName) {
    StringBuilder key = new StringBuilder("runledger:").append(ledger).append(":lock:");
    lockName.codePoints().forEach(c -> append(key, c));
    return key.toString();
  }

  /** Written to see whether a node takes writes. */
  String health() {
    return "runledger:" + ledger + ":health";
  }

  private static void append(StringBuilder key, int codePoint) {
    if (codePoint == '{' || codePoint == '}' || codePoint == '%' || codePoint <= ' ') {
      for (byte octet : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
        key.append('%').append("%02X".formatted(octet));
      }
    } else {
      key.appendCodePoint(codePoint);
    }
  }
}

package io.runledger.autoconfigure;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What is wrong with the settings, collected, so that one start tells of all of it. */
final class Faults {

  private final Set<String> messages = new LinkedHashSet<>();

  /** Adds one; the same one from two places counts once. */
  void add(String message) {
    messages.add(message);
  }

  /** Adds what a setting's own part refuses it for. */
  <T> Optional<T> in(Supplier<T> part) {
    try {
      return Optional.of(part.get());
    } catch (IllegalArgumentException | SettingRefusedException e) {
      add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  /**
   * Lets the start go on if there is none.
   *
   * @throws SettingRefusedException naming all of them
   */
  void refuse() {
    if (!isEmpty()) {
      throw new SettingRefusedException(String.join("\n", messages));
    }
  }
}

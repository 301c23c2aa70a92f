package io.runledger.autoconfigure;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Placeholders that nothing gave a value: Spring hands them on as they are written. */
final class Placeholders {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]*)[^}]*}");

  private Placeholders() {}

  /**
   * Lets a text pass that has none.
   *
   * @throws SettingRefusedException naming the first
   */
  static String resolved(String property, String text) {
    Matcher placeholder = PLACEHOLDER.matcher(text);
    if (placeholder.find()) {
      throw new SettingRefusedException(
          """
          %s is '%s', and nothing gives %s a value; nothing was scheduled. Set it, or write a default \
          as in ${%s:...}."""
              .formatted(property, text, placeholder.group(1), placeholder.group(1)));
    }
    return text;
  }
}

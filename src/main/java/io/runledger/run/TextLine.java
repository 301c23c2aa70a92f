package io.runledger.run;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A line of text that people write and the ledger keeps. PostgreSQL takes no NUL, and would refuse
 * the whole statement: a claim that can never be made would look like a database that cannot
 * answer. Other control characters would draw on whatever terminal the text is shown on.
 */
public final class TextLine {

  private TextLine() {}

  /**
   * Refuses control characters.
   *
   * @param what what the text is, for the message
   * @param text null if there is none
   * @throws IllegalArgumentException naming the first control character and where it stands
   */
  public static void check(String what, @Nullable String text) {
    if (text == null) {
      return;
    }
    OptionalInt control = text.chars().filter(Character::isISOControl).findFirst();
    if (control.isPresent()) {
      throw new IllegalArgumentException(
          "The %s '%s' has the control character U+%04X at position %d, which cannot be kept; nothing was asked for. Write it on one line, without it."
              .formatted(
                  what, visible(text), control.getAsInt(), text.indexOf(control.getAsInt()) + 1));
    }
  }

  /** The text with a mark for each control character. */
  public static String visible(String text) {
    return text.replaceAll("\\p{Cntrl}|[\\x80-\\x9F]", "\uFFFD");
  }
}

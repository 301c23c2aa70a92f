package io.runledger.run;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a batch date as people write it: {@code 2026-11-30} or {@code 20261130}, and nothing else.
 * A date with a time or an offset would be an instant, and which date that is depends on who reads
 * it.
 */
public final class BatchDateText {

  private static final Pattern FORM =
      Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})|([0-9]{4})([0-9]{2})([0-9]{2})");

  private BatchDateText() {}

  /**
   * The date that the text says.
   *
   * @throws IllegalArgumentException naming the text, why it is none, and how to write one
   */
  public static LocalDate parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw refused(text, "it is not of that form");
    }
    int first = matcher.group(1) != null ? 1 : 4;
    try {
      return LocalDate.of(
          Integer.parseInt(matcher.group(first)),
          Integer.parseInt(matcher.group(first + 1)),
          Integer.parseInt(matcher.group(first + 2)));
    } catch (DateTimeException e) {
      throw refused(text, String.valueOf(e.getMessage()));
    }
  }

  private static IllegalArgumentException refused(String text, String why) {
    return new IllegalArgumentException(
        "'%s' is no batch date (%s); write it as 2026-11-30 or 20261130"
            .formatted(TextLine.visible(text), why));
  }
}

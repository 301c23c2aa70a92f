package io.runledger.cli;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a batch date: {@code 2026-11-30} or {@code 20261130}, and nothing else. A date with a time
 * or an offset would be an instant, and which date that is depends on who reads it.
 */
final class BatchDate implements ITypeConverter<LocalDate> {

  private static final Pattern FORM =
      Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})|([0-9]{4})([0-9]{2})([0-9]{2})");

  @Override
  public LocalDate convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (matcher.matches()) {
      int first = matcher.group(1) != null ? 1 : 4;
      try {
        return LocalDate.of(
            Integer.parseInt(matcher.group(first)),
            Integer.parseInt(matcher.group(first + 1)),
            Integer.parseInt(matcher.group(first + 2)));
      } catch (DateTimeException e) {
        throw refused(text, e.getMessage());
      }
    }
    throw refused(text, "it is not of that form");
  }

  private static TypeConversionException refused(
      String text, @org.jspecify.annotations.Nullable String why) {
    return new TypeConversionException(
        "'%s' is no batch date (%s); write it as 2026-11-30 or 20261130".formatted(text, why));
  }
}

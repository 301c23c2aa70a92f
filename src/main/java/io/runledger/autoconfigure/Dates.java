package io.runledger.autoconfigure;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;

/** Dates and times of day as settings write them, in one form whatever the machine's language. */
final class Dates {

  private static final int MINUTES_OF_A_DAY = 24 * 60;

  private Dates() {}

  /**
   * Reads a date like 2026-04-30.
   *
   * @throws SettingRefusedException if it is none
   */
  static LocalDate date(String property, String text) {
    Placeholders.resolved(property, text);
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw new SettingRefusedException(
          "%s is '%s', which is no date (%s); nothing was scheduled. Write it like 2026-04-30."
              .formatted(property, text, e.getMessage()));
    }
  }

  /**
   * Reads a time of day like 18:00 or 18:00:30.
   *
   * @throws SettingRefusedException if it is none
   */
  static LocalTime time(String property, String text) {
    Placeholders.resolved(property, text);
    try {
      return text.matches("[0-9]+") ? ofYaml(Integer.parseInt(text)) : LocalTime.parse(text);
    } catch (DateTimeException | NumberFormatException e) {
      throw new SettingRefusedException(
          "%s is '%s', which is no time of day (%s); nothing was scheduled. Write it like '18:00'."
              .formatted(property, text, e.getMessage()));
    }
  }

  /** YAML 1.1 takes 18:00 without quotes for a number in base 60, and hands on 1080. */
  private static LocalTime ofYaml(int number) {
    boolean isToTheMinute = number < MINUTES_OF_A_DAY;
    return LocalTime.ofSecondOfDay(isToTheMinute ? number * 60L : number);
  }
}

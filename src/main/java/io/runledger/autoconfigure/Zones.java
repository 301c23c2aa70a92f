package io.runledger.autoconfigure;

import io.runledger.run.Nearest;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/** Time zones by name. */
final class Zones {

  private Zones() {}

  /**
   * The zone, if it is one of the named ones: {@link ZoneId} takes UTC+2 as well, which knows no
   * summer time and is hardly ever meant.
   *
   * @throws SettingRefusedException if it is not
   */
  static ZoneId parse(String property, String zone) {
    Placeholders.resolved(property, zone);
    if (!ZoneId.getAvailableZoneIds().contains(zone)) {
      throw new SettingRefusedException(
          "%s is '%s', which is %s; nothing was scheduled. %s"
              .formatted(
                  property,
                  zone,
                  isOffset(zone)
                      ? "an offset and no time zone: it knows no summer time"
                      : "no time zone",
                  nearest(zone)
                      .map("Did you mean %s?"::formatted)
                      .orElse("Write a name like Europe/Berlin or UTC.")));
    }
    return ZoneId.of(zone);
  }

  /** Nothing is near an offset: UTC+2 is two edits from UTC, and two hours. */
  private static Optional<String> nearest(String zone) {
    return isOffset(zone) ? Optional.empty() : Nearest.to(zone, ZoneId.getAvailableZoneIds());
  }

  private static boolean isOffset(String zone) {
    try {
      return ZoneId.of(zone).normalized() instanceof ZoneOffset;
    } catch (DateTimeException e) {
      return false;
    }
  }
}

package io.runledger.autoconfigure;

import java.time.ZoneId;

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
    if (!ZoneId.getAvailableZoneIds().contains(zone)) {
      throw new SettingRefusedException(
          "%s is '%s', which is no time zone; nothing was scheduled.%s"
              .formatted(
                  property,
                  zone,
                  Nearest.to(zone, ZoneId.getAvailableZoneIds())
                      .map(" Did you mean %s?"::formatted)
                      .orElse(" Write a name like Europe/Berlin or UTC.")));
    }
    return ZoneId.of(zone);
  }
}

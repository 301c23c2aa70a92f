package io.runledger.lab.pod;

import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;

/**
 * The work of a night: a date with items, a chunk of them to a transaction.
 *
 * @param date the batch date
 * @param items how many, numbered from 1
 * @param chunk how many to a transaction
 * @param perChunk how long each chunk takes
 */
public record Night(LocalDate date, int items, int chunk, Duration perChunk) {

  /** As {@link #read()} reads them. */
  public Map<String, String> properties() {
    return Map.of(
        "lab.date", date.toString(),
        "lab.items", Integer.toString(items),
        "lab.chunk", Integer.toString(chunk),
        "lab.per-chunk", perChunk.toString());
  }

  static Night read() {
    return new Night(
        LocalDate.parse(property("date")),
        Integer.parseInt(property("items")),
        Integer.parseInt(property("chunk")),
        Duration.parse(property("per-chunk")));
  }

  static String property(String name) {
    String value = System.getProperty("lab." + name);
    if (value == null) {
      throw new IllegalStateException("A pod of the lab is started by the lab: no lab." + name);
    }
    return value;
  }
}

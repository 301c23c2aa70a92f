package io.runledger.lab.report;

import io.runledger.lab.night.Outcome;
import java.math.BigDecimal;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The nights that were played, as an array for programs. */
public final class OutcomesJson {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build();

  private OutcomesJson() {}

  /** The array, without a line's end. */
  public static String of(Matrix matrix) {
    return JSON.writeValueAsString(matrix.outcomes().stream().map(Row::of).toList());
  }

  private record Row(
      String drill,
      String guard,
      long effects,
      long doubleEffects,
      long datesLost,
      BigDecimal standStillSeconds) {

    static Row of(Outcome night) {
      return new Row(
          night.drill(),
          night.guard().toString(),
          night.effects(),
          night.doubleEffects(),
          night.datesLost(),
          Seconds.exact(night.standStill()));
    }
  }
}

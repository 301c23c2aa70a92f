package io.runledger.cli;

import io.runledger.run.BatchDateText;
import java.time.LocalDate;
import java.util.Objects;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A batch date among a command's arguments: {@code 2026-11-30} or {@code 20261130}. */
final class BatchDate implements ITypeConverter<LocalDate> {

  @Override
  public LocalDate convert(String text) {
    try {
      return BatchDateText.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(Objects.toString(e.getMessage()));
    }
  }
}

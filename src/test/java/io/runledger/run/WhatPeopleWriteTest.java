package io.runledger.run;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalDate;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The database would refuse it in the middle of a claim; so it is refused where it comes in. */
class WhatPeopleWriteTest {

  private static final LocalDate DATE = LocalDate.of(2026, 3, 31);

  static Stream<Arguments> texts() {
    return Stream.of(
        text("actor", () -> Cause.person("a\u0000b", "late")),
        text("reason", () -> Cause.person("ann", "a\u0000b")),
        text("job", () -> RunKey.of("a\u0000b", DATE)),
        text("part", () -> new RunKey("daily", DATE, "a\u0000b")));
  }

  private static Arguments text(String what, ThrowingCallable use) {
    return Arguments.of(what, use);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_control_character_is_refused_in_one_sentence_that_shows_where(
      String what, ThrowingCallable use) {
    assertThatIllegalArgumentException()
        .isThrownBy(use)
        .withMessage(
            "The %s 'a\uFFFDb' has the control character U+0000 at position 2, which cannot be kept; nothing was asked for. Write it on one line, without it.",
            what);
  }

  @Test
  void a_part_that_no_index_row_would_hold_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunKey("daily", DATE, "x".repeat(101)))
        .withMessageEndingWith(
            "of daily 2026-03-31 has 101 characters, and at most 100 are kept; shorten it.");
  }
}

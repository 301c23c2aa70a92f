package io.runledger.jobs.interest.terms;

/**
 * The part of a year that one night is.
 *
 * @param days the numerator: 1, or 0 to 3 at a month's end under 30E/360
 * @param basis the denominator: 360, 365 or 366
 */
public record DayFraction(int days, int basis) {}

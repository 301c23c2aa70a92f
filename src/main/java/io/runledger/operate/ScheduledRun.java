package io.runledger.operate;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A run as the schedule says it, or a date that the calendar leaves out.
 *
 * @param date the batch date
 * @param part empty if the date has one run
 * @param due in the job's zone; null if the date is left out
 * @param coveredFrom the first day that it is for; null if the date is left out
 * @param coveredDays how many days it is for, up to the batch date; 0 if the date is left out
 * @param note what is out of the ordinary; null if nothing is
 */
public record ScheduledRun(
    LocalDate date,
    String part,
    @Nullable OffsetDateTime due,
    @Nullable LocalDate coveredFrom,
    long coveredDays,
    @Nullable String note) {}

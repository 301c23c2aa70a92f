package io.runledger.schedule;

/**
 * A guarded job that has a schedule.
 *
 * @param name the job's name
 * @param schedule when a date of it falls due
 */
public record ScheduledJob(String name, CronSchedule schedule) {}

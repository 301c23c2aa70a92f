package io.runledger.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.runledger.operate.ScheduleView;

/**
 * The schedule of a job, and what comes of it.
 *
 * @param schedule its fields stand in this body
 */
record ScheduleBody(@JsonUnwrapped ScheduleView schedule) {}

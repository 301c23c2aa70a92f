package io.runledger.web;

import io.runledger.operate.ScheduleView.Next;
import java.util.List;

/**
 * What is due next.
 *
 * @param items by job
 */
record SchedulesBody(List<Next> items) {}

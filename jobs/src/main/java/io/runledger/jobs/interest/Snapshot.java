package io.runledger.jobs.interest;

import java.math.BigDecimal;
import java.time.LocalDate;

/** A row of {@code balance_snapshot}. */
record Snapshot(long accountId, LocalDate asOf, BigDecimal balance) {}

package io.runledger.jobs.statement;

import java.math.BigDecimal;
import java.time.LocalDate;

/** A row of {@code demo_statement}. */
record Statement(long accountId, LocalDate statementDate, BigDecimal balance, long fence) {}

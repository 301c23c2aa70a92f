package io.runledger.autoconfigure;

import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Where the ledger is: the {@code @BatchDataSource}, else the primary data source; with the
 * transaction manager that works on it.
 */
record LedgerDataSource(DataSource dataSource, PlatformTransactionManager transactions) {}

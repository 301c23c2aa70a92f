package io.runledger.jobs.statement;

import java.util.Map;
import javax.sql.DataSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.database.JdbcBatchItemWriter;
import org.springframework.batch.infrastructure.item.database.JdbcPagingItemReader;
import org.springframework.batch.infrastructure.item.database.Order;
import org.springframework.batch.infrastructure.item.database.builder.JdbcBatchItemWriterBuilder;
import org.springframework.batch.infrastructure.item.database.builder.JdbcPagingItemReaderBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.namedparam.SimplePropertySqlParameterSource;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * One statement for each account and batch date.
 *
 * <p>An ordinary Spring Batch job: nothing in it knows of locks, leases or a second pod. It is
 * guarded because it stands under {@code runledger.jobs}. Killed anywhere, it goes on after the
 * last chunk that was committed.
 */
@Configuration(proxyBeanMethods = false)
class DailyStatement {

  private static final int CHUNK = 100;

  @Bean
  Job dailyStatementJob(JobRepository repository, Step writeStatements) {
    return new JobBuilder("daily-statement", repository).start(writeStatements).build();
  }

  @Bean
  Step writeStatements(
      JobRepository repository,
      PlatformTransactionManager transactions,
      JdbcPagingItemReader<Account> accounts,
      StateBalance stateBalance,
      JdbcBatchItemWriter<Statement> statements,
      StatementsToWrite statementsToWrite,
      Pause pause) {
    return new StepBuilder("write-statements", repository)
        .<Account, Statement>chunk(CHUNK)
        .transactionManager(transactions)
        .reader(accounts)
        .processor(stateBalance)
        .writer(statements)
        .listener(statementsToWrite)
        .listener(pause)
        .build();
  }

  /** Page by page along the primary key; a restart goes on after the last key it has seen. */
  @Bean
  JdbcPagingItemReader<Account> accounts(DataSource dataSource) throws Exception {
    return new JdbcPagingItemReaderBuilder<Account>()
        .name("accounts")
        .dataSource(dataSource)
        .selectClause("SELECT account_id, opened_on, opened_with, grows_by")
        .fromClause("FROM demo_account")
        .sortKeys(Map.of("account_id", Order.ASCENDING))
        .pageSize(CHUNK)
        .rowMapper(new DataClassRowMapper<>(Account.class))
        .build();
  }

  /** In the chunk's transaction, which the fence ends. */
  @Bean
  JdbcBatchItemWriter<Statement> statements(DataSource dataSource) {
    return new JdbcBatchItemWriterBuilder<Statement>()
        .dataSource(dataSource)
        .sql(
            """
            INSERT INTO demo_statement (account_id, statement_date, balance, fence)
            VALUES (:accountId, :statementDate, :balance, :fence)
            """)
        .itemSqlParameterSourceProvider(SimplePropertySqlParameterSource::new)
        .build();
  }
}

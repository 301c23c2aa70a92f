package io.runledger.jobs.interest;

import java.util.Map;
import javax.sql.DataSource;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.database.JdbcPagingItemReader;
import org.springframework.batch.infrastructure.item.database.Order;
import org.springframework.batch.infrastructure.item.database.builder.JdbcPagingItemReaderBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Interest for every account, one run for each batch date: accrue, reconcile.
 *
 * <p>Interest is local to an account, so one pass over ranges of accounts does it, each worker with
 * a range of its own. An account that cannot be worked with is listed in {@code interest_failure}
 * and the rest is done; the run fails at its end, and asked for again it takes up just those.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(InterestSettings.class)
class EndOfDayInterest {

  /** The job's name, under which it is guarded. */
  static final String JOB = "eod-interest";

  @Bean
  Job endOfDayInterestJob(
      JobRepository repository, Step cutIntoRanges, Step accrueInterest, Step reconcileRun) {
    return new JobBuilder(JOB, repository)
        .start(cutIntoRanges)
        .next(accrueInterest)
        .next(reconcileRun)
        .build();
  }

  @Bean
  Step cutIntoRanges(
      JobRepository repository, PlatformTransactionManager transactions, AccountRanges ranges) {
    return new StepBuilder("cut-into-ranges", repository).tasklet(ranges, transactions).build();
  }

  @Bean
  Step accrueInterest(
      JobRepository repository,
      AccountRanges.Handout ranges,
      Step accrueRange,
      InterestSettings settings) {
    return new StepBuilder("accrue-interest", repository)
        .partitioner("accrue-range", ranges)
        .step(accrueRange)
        .gridSize(settings.partitions())
        .taskExecutor(new SimpleAsyncTaskExecutor("interest-"))
        .build();
  }

  @Bean
  Step accrueRange(
      JobRepository repository,
      PlatformTransactionManager transactions,
      JdbcPagingItemReader<Account> accountsInRange,
      InterestWorker worker,
      AccountsToDo accountsToDo,
      InterestSettings settings) {
    return new StepBuilder("accrue-range", repository)
        .<Account, Account>chunk(settings.chunkSize())
        .transactionManager(transactions)
        .reader(accountsInRange)
        .writer(accounts -> worker.workOut(accounts.getItems()))
        .listener(accountsToDo)
        .build();
  }

  @Bean
  Step reconcileRun(
      JobRepository repository, PlatformTransactionManager transactions, Reconcile reconcile) {
    return new StepBuilder("reconcile", repository).tasklet(reconcile, transactions).build();
  }

  /** A worker's accounts: those that bear a night of the covered days, or are closed in them. */
  @Bean
  @StepScope
  JdbcPagingItemReader<Account> accountsInRange(
      DataSource dataSource,
      InterestSettings settings,
      InterestWorker worker,
      @Value("#{stepExecutionContext['fromAccount']}") long from,
      @Value("#{stepExecutionContext['toAccount']}") long to)
      throws Exception {
    // Page by page along the primary key; a restart goes on after the last key it has seen.
    return new JdbcPagingItemReaderBuilder<Account>()
        .name("accounts-in-range")
        .dataSource(dataSource)
        .selectClause("SELECT account_id, product_id, currency, opened_on, closed_on")
        .fromClause("FROM account")
        .whereClause(
            """
            account_id BETWEEN :from AND :to
            AND interest_in_work(opened_on, closed_on, :first, :last)
            """)
        .parameterValues(
            Map.of(
                "from",
                from,
                "to",
                to,
                "first",
                worker.days().first(),
                "last",
                worker.days().last()))
        .sortKeys(Map.of("account_id", Order.ASCENDING))
        .pageSize(settings.chunkSize())
        .rowMapper(new DataClassRowMapper<>(Account.class))
        .build();
  }
}

package io.runledger.autoconfigure;

import io.runledger.batch.AttemptWorker;
import io.runledger.batch.CurrentAttempt;
import io.runledger.batch.Executions;
import io.runledger.batch.GuardedJobs;
import io.runledger.batch.JobPreparation;
import io.runledger.batch.JobRenaming;
import io.runledger.batch.MetadataPurge;
import io.runledger.batch.RunLauncher;
import io.runledger.batch.Takeover;
import io.runledger.batch.TransactionInspection;
import io.runledger.guard.ControlPool;
import io.runledger.guard.DatabaseClock;
import io.runledger.guard.Filter;
import io.runledger.guard.FilterNodes;
import io.runledger.guard.Guard;
import io.runledger.guard.GuardListener;
import io.runledger.guard.JobRegister;
import io.runledger.guard.LedgerClock;
import io.runledger.guard.LedgerHistory;
import io.runledger.guard.LedgerSchema;
import io.runledger.guard.PodTime;
import io.runledger.guard.Reopening;
import io.runledger.guard.Standings;
import io.runledger.operate.Advisor;
import io.runledger.operate.Audit;
import io.runledger.operate.Backfill;
import io.runledger.operate.ManualHolds;
import io.runledger.operate.ManualReopening;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.ManualStops;
import io.runledger.operate.SchedulePreview;
import io.runledger.operate.StandsOn;
import io.runledger.operate.StatusQuery;
import io.runledger.run.Pod;
import io.runledger.schedule.Calendars;
import io.runledger.schedule.DefinedSchedules;
import io.runledger.schedule.Punctuality;
import io.runledger.schedule.Purging;
import io.runledger.schedule.Waker;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.batch.autoconfigure.BatchAutoConfiguration;
import org.springframework.boot.batch.autoconfigure.BatchTransactionManager;
import org.springframework.boot.batch.jdbc.autoconfigure.BatchDataSource;
import org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcAutoConfiguration;
import org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Guards the jobs under {@code runledger.jobs}. It stands after the data sources and before Boot's
 * Spring Batch, whose place for the job repository it takes. It publishes no scheduler, trigger,
 * Flyway, data source or Redisson bean: the application's own stay what they are.
 */
@AutoConfiguration(
    after = {DataSourceAutoConfiguration.class, TransactionAutoConfiguration.class},
    afterName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
    before = {BatchJdbcAutoConfiguration.class, BatchAutoConfiguration.class})
@ConditionalOnBooleanProperty(name = "runledger.enabled", matchIfMissing = true)
@ConditionalOnBean({DataSource.class, PlatformTransactionManager.class})
@EnableConfigurationProperties({RunledgerProperties.class, BatchJdbcProperties.class})
@Import({DatabaseInitializationDependencyConfigurer.class, FencedBatchConfiguration.class})
public class RunledgerAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  Pod runledgerPod() {
    return Pod.ofThisBoot();
  }

  @Bean
  LedgerDataSource runledgerLedgerDataSource(
      DataSource primary,
      @BatchDataSource ObjectProvider<DataSource> ofBatch,
      PlatformTransactionManager primaryTransactions,
      @BatchTransactionManager ObjectProvider<PlatformTransactionManager> transactionsOfBatch) {
    return new LedgerDataSource(
        ofBatch.getIfAvailable(() -> primary),
        transactionsOfBatch.getIfAvailable(() -> primaryTransactions));
  }

  /** After the application's own migrations, which may create Spring Batch's tables. */
  @Bean
  @DependsOnDatabaseInitialization
  LedgerLocation runledgerLedgerLocation(
      LedgerDataSource ledger, RunledgerProperties properties, BatchJdbcProperties batch) {
    refuseASingleConnection(ledger, properties);
    LedgerSchema schema = new LedgerSchema(ledger.dataSource());
    String prefix = batch.getTablePrefix();
    if (prefix == null) {
      prefix = schema.batchTablePrefix();
    }
    return new LedgerLocation(schema.prepare(properties.schema().mode(), prefix), prefix);
  }

  /** Flyway locks on one connection and migrates on another, and would wait for itself. */
  private static void refuseASingleConnection(
      LedgerDataSource ledger, RunledgerProperties properties) {
    boolean single = ledger.pool().map(pool -> pool.getMaximumPoolSize() == 1).orElse(false);
    if (single && properties.schema().mode() == LedgerSchema.Mode.MIGRATE) {
      throw new SettingRefusedException(
          """
          The ledger's pool has 1 connection (spring.datasource.hikari.maximum-pool-size), and bringing           the schema 'runledger' up to date takes 2 at once, so the start would hang; the application           does not start. Set it to at least 2, better more than the threads of your widest job.""");
    }
  }

  @Bean
  StartUpLine runledgerStartUpLine(
      ApplicationContext context,
      Pod pod,
      LedgerLocation location,
      GuardedJobs jobs,
      RunledgerProperties properties) {
    return new StartUpLine(context, pod, location, jobs, properties.filter());
  }

  @Bean
  ControlPool runledgerControlPool(LedgerDataSource ledger, RunledgerProperties properties) {
    return ControlPool.beside(ledger.dataSource(), properties.controlPoolSize());
  }

  /** The time by which dates fall due; leases have the database's own. */
  @Bean
  @ConditionalOnMissingBean
  LedgerClock runledgerClock(ControlPool pool) {
    return new DatabaseClock(pool.control());
  }

  @Bean
  @ConditionalOnMissingBean
  Filter runledgerFilter(LedgerLocation location, RunledgerProperties properties) {
    RunledgerProperties.FilterSettings filter = properties.filter();
    try {
      Filter opened =
          FilterNodes.open(location.id(), filter.nodes(), filter.redisson(), filter.ttl());
      FilterNodes.connect(opened);
      return opened;
    } catch (IllegalArgumentException e) {
      throw new SettingRefusedException(e);
    }
  }

  @Bean
  Guard runledgerGuard(
      Pod pod,
      Filter filter,
      ControlPool pool,
      LedgerDataSource ledger,
      LedgerClock clock,
      ObjectProvider<GuardListener> listeners) {
    return new Guard(
        pod,
        filter,
        pool,
        clock,
        ledger.dataSource(),
        listeners.orderedStream().toList(),
        PodTime.ofThisJvm());
  }

  @Bean
  GuardedJobs runledgerGuardedJobs() {
    return new GuardedJobs();
  }

  /** Wrong settings are refused with those of the jobs, once the jobs exist. */
  @Bean
  @ConditionalOnMissingBean
  Calendars runledgerCalendars(RunledgerProperties properties) {
    return new CalendarSettingsReader(properties.calendars()).read(new Faults());
  }

  @Bean
  DefinedSchedules runledgerSchedules() {
    return new DefinedSchedules();
  }

  @Bean
  Executions runledgerExecutions() {
    return new Executions();
  }

  @Bean
  GuardedJobsInitializer runledgerGuardedJobsInitializer(
      Environment environment,
      RunledgerProperties properties,
      LedgerDataSource ledger,
      Guard guard,
      GuardedJobs jobs,
      JobRepository repository,
      Calendars calendars,
      DefinedSchedules schedules,
      Waker waker) {
    return new GuardedJobsInitializer(
        environment,
        properties,
        ledger,
        new JobPreparation(
            new TransactionInspection(ledger.dataSource(), ledger.transactions()),
            guard,
            jobs,
            repository,
            ledger.transactions()),
        calendars,
        schedules,
        waker);
  }

  @Bean
  RunLauncher runledgerLauncher(
      Guard guard,
      GuardedJobs jobs,
      JobRepository repository,
      LedgerDataSource ledger,
      LedgerLocation location,
      Executions executions)
      throws Exception {
    TaskExecutorJobOperator operator = new TaskExecutorJobOperator();
    operator.setJobRepository(repository);
    operator.setJobRegistry(new MapJobRegistry());
    operator.setTaskExecutor(new SyncTaskExecutor());
    operator.afterPropertiesSet();
    Takeover takeover =
        new Takeover(
            repository,
            guard.fence(),
            ledger.dataSource(),
            ledger.transactions(),
            location.tablePrefix());
    return new RunLauncher(
        guard,
        jobs,
        new AttemptWorker(guard, jobs, operator, takeover, executions),
        PodTime.ofThisJvm());
  }

  @Bean
  ShutdownBegins runledgerShutdownBegins(ApplicationContext context, RunLauncher launcher) {
    return new ShutdownBegins(context, launcher);
  }

  @Bean
  Waker runledgerWaker(
      ControlPool pool,
      LedgerClock clock,
      Guard guard,
      Pod pod,
      RunLauncher launcher,
      LedgerLocation location,
      RunledgerProperties properties) {
    try {
      return new Waker(
          new JobRegister(pool.control(), clock),
          new Standings(pool.control()),
          clock,
          guard,
          pod,
          launcher,
          new JobRenaming(pool.control(), location.tablePrefix()),
          properties.reconcileEvery(),
          properties.quartz());
    } catch (IllegalArgumentException e) {
      throw new SettingRefusedException(e);
    }
  }

  @Bean
  Purging runledgerPurging(
      ControlPool pool,
      LedgerLocation location,
      RunLauncher launcher,
      RunledgerProperties properties) {
    try {
      return new Purging(
          new MetadataPurge(pool.control(), location.tablePrefix(), properties.metadataKeep()),
          launcher::isLeaving,
          properties.worker() && !properties.jobs().isEmpty());
    } catch (IllegalArgumentException e) {
      throw new SettingRefusedException(e);
    }
  }

  @Bean
  ManualRuns runledgerManualRuns(
      RunLauncher launcher, GuardedJobs jobs, Guard guard, ControlPool pool, Pod pod) {
    return new ManualRuns(launcher, jobs, guard.ledger(), new Audit(pool.control(), pod));
  }

  @Bean
  ManualStops runledgerManualStops(
      RunLauncher launcher, GuardedJobs jobs, Guard guard, ControlPool pool, Pod pod) {
    return new ManualStops(launcher, jobs, guard, new Audit(pool.control(), pod), pool.control());
  }

  @Bean
  Punctuality runledgerPunctuality(
      DefinedSchedules schedules,
      LedgerClock clock,
      ControlPool pool,
      RunledgerProperties properties) {
    return new Punctuality(
        schedules,
        clock,
        new JobRegister(pool.control(), clock),
        pool.control(),
        properties.overdueAfter());
  }

  /** Probes are given a second or a few; an answer that comes later is none. */
  @Bean
  LedgerProbe runledgerProbe(ControlPool pool, Punctuality punctuality) {
    return new LedgerProbe(pool.control(), punctuality, Duration.ofSeconds(2));
  }

  @Bean
  ManualHolds runledgerManualHolds(GuardedJobs jobs, ControlPool pool, LedgerClock clock, Pod pod) {
    return new ManualHolds(
        jobs,
        new JobRegister(pool.control(), clock),
        new Audit(pool.control(), pod),
        pool.control());
  }

  @Bean
  ManualReopening runledgerManualReopening(
      GuardedJobs jobs,
      DefinedSchedules schedules,
      Guard guard,
      ControlPool pool,
      ManualRuns runs,
      Pod pod) {
    return new ManualReopening(
        jobs,
        guard.ledger(),
        new Reopening(pool),
        key -> StandsOn.scope(schedules.get(), key),
        runs,
        new Audit(pool.control(), pod));
  }

  @Bean
  Backfill runledgerBackfill(
      ManualRuns runs, ControlPool pool, DefinedSchedules schedules, LedgerClock clock) {
    return new Backfill(runs, new LedgerHistory(pool.control()), schedules, clock);
  }

  @Bean
  SchedulePreview runledgerSchedulePreview(DefinedSchedules schedules, LedgerClock clock) {
    return new SchedulePreview(schedules, clock);
  }

  @Bean
  StatusQuery runledgerStatusQuery(ControlPool pool) {
    return new StatusQuery(new LedgerHistory(pool.control()));
  }

  @Bean
  Advisor runledgerAdvisor(GuardedJobs jobs, ControlPool pool, RunledgerProperties properties) {
    RunledgerProperties.FilterSettings filter = properties.filter();
    return new Advisor(jobs, pool.control(), filter.isOff() ? null : filter.ttl());
  }

  /**
   * For beans of a step: key, fence and number of the attempt they work for. It looks up the step
   * of the thread itself. A proxy of Spring's step scope would do the same, but where no step runs
   * it tells of scopes instead of attempts.
   */
  @Bean
  static CurrentAttempt currentAttempt() {
    return CurrentAttempt::onThisThread;
  }
}

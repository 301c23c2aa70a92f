package io.runledger.batch;

import io.runledger.guard.Guard;
import javax.sql.DataSource;
import org.springframework.batch.core.repository.dao.jdbc.JdbcJobExecutionDao;
import org.springframework.batch.core.repository.dao.jdbc.JdbcJobInstanceDao;
import org.springframework.batch.core.repository.dao.jdbc.JdbcStepExecutionDao;
import org.springframework.batch.core.repository.support.JdbcJobRepositoryFactoryBean;
import org.springframework.transaction.annotation.Isolation;

/**
 * Makes the job repository of all jobs, guarded or not. Executions are created under READ
 * COMMITTED: Spring Batch's default, SERIALIZABLE, aborts a third of the jobs that start in one
 * second, and what it protects is protected by the ledger.
 */
public final class FencedJobRepositoryFactory extends JdbcJobRepositoryFactoryBean {

  private final DataSource ledger;
  private final String prefix;
  private final Guard guard;
  private final GuardedJobs jobs;
  private final Executions executions;

  /**
   * @param ledger the data source that holds ledger and metadata
   * @param prefix the prefix of Spring Batch's tables
   */
  public FencedJobRepositoryFactory(
      DataSource ledger, String prefix, Guard guard, GuardedJobs jobs, Executions executions) {
    this.ledger = ledger;
    this.prefix = prefix;
    this.guard = guard;
    this.jobs = jobs;
    this.executions = executions;
    setDataSource(ledger);
    setTablePrefix(prefix);
    setIsolationLevelForCreateEnum(Isolation.READ_COMMITTED);
  }

  @Override
  protected Object getTarget() {
    JdbcJobInstanceDao instances = createJobInstanceDao();
    JdbcJobExecutionDao executionDao = createJobExecutionDao();
    executionDao.setJobInstanceDao(instances);
    JdbcStepExecutionDao steps = createStepExecutionDao();
    steps.setJobExecutionDao(executionDao);
    return new FencedJobRepository(
        instances,
        executionDao,
        steps,
        createExecutionContextDao(),
        guard.fence(),
        jobs,
        guard.live(),
        executions,
        new LastStep(ledger, prefix));
  }
}

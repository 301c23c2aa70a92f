package io.runledger.autoconfigure;

import io.runledger.batch.Executions;
import io.runledger.batch.FencedJobRepositoryFactory;
import io.runledger.batch.GuardedJobs;
import io.runledger.guard.Guard;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.configuration.BatchConfigurationException;
import org.springframework.batch.core.configuration.JobRegistry;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.configuration.support.DefaultBatchConfiguration;
import org.springframework.batch.core.configuration.support.JdbcDefaultBatchConfiguration;
import org.springframework.batch.core.repository.ExecutionContextSerializer;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.batch.autoconfigure.BatchConversionServiceCustomizer;
import org.springframework.boot.batch.autoconfigure.BatchTaskExecutor;
import org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.support.ConfigurableConversionService;
import org.springframework.core.task.TaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Spring Batch as Boot sets it up, with the fence in its repository. It backs off, as Boot's does,
 * if the application sets Spring Batch up by itself; with guarded jobs that is refused later.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(
    value = DefaultBatchConfiguration.class,
    annotation = EnableBatchProcessing.class)
class FencedBatchConfiguration extends JdbcDefaultBatchConfiguration {

  private final LedgerDataSource ledger;
  private final LedgerLocation location;
  private final BatchJdbcProperties properties;
  private final Guard guard;
  private final GuardedJobs jobs;
  private final Executions executions;
  private final @Nullable TaskExecutor taskExecutor;
  private final List<BatchConversionServiceCustomizer> customizers;
  private final @Nullable ExecutionContextSerializer serializer;

  FencedBatchConfiguration(
      LedgerDataSource ledger,
      LedgerLocation location,
      BatchJdbcProperties properties,
      Guard guard,
      GuardedJobs jobs,
      Executions executions,
      @BatchTaskExecutor ObjectProvider<TaskExecutor> taskExecutor,
      ObjectProvider<BatchConversionServiceCustomizer> customizers,
      ObjectProvider<ExecutionContextSerializer> serializer) {
    this.ledger = ledger;
    this.location = location;
    this.properties = properties;
    this.guard = guard;
    this.jobs = jobs;
    this.executions = executions;
    this.taskExecutor = taskExecutor.getIfAvailable();
    this.customizers = customizers.orderedStream().toList();
    this.serializer = serializer.getIfAvailable();
  }

  @Bean
  @Override
  public JobRepository jobRepository() throws BatchConfigurationException {
    FencedJobRepositoryFactory factory =
        new FencedJobRepositoryFactory(
            ledger.dataSource(), location.tablePrefix(), guard, jobs, executions);
    try {
      factory.setTransactionManager(getTransactionManager());
      factory.setDatabaseType(getDatabaseType());
      factory.setSerializer(getExecutionContextSerializer());
      factory.setConversionService(getConversionService());
      factory.setValidateTransactionState(properties.isValidateTransactionState());
      factory.afterPropertiesSet();
      return factory.getObject();
    } catch (Exception e) {
      throw new BatchConfigurationException("The fenced job repository cannot be made.", e);
    }
  }

  /** Spring Batch refuses job beans of one name, too, but does not say which beans they are. */
  @Override
  protected JobRegistry getJobRegistry() {
    try {
      return super.getJobRegistry();
    } catch (RuntimeException e) {
      JobTwins.refuse(applicationContext, name -> true);
      throw e;
    }
  }

  @Override
  protected DataSource getDataSource() {
    return ledger.dataSource();
  }

  @Override
  protected PlatformTransactionManager getTransactionManager() {
    return ledger.transactions();
  }

  @Override
  protected ExecutionContextSerializer getExecutionContextSerializer() {
    return serializer != null ? serializer : super.getExecutionContextSerializer();
  }

  @Override
  protected ConfigurableConversionService getConversionService() {
    ConfigurableConversionService service = super.getConversionService();
    customizers.forEach(customizer -> customizer.customize(service));
    return service;
  }

  @Override
  protected TaskExecutor getTaskExecutor() {
    return taskExecutor != null ? taskExecutor : super.getTaskExecutor();
  }
}

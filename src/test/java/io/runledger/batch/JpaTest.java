package io.runledger.batch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.guard.AttemptEnd;
import io.runledger.guard.Guard;
import io.runledger.guard.Passage;
import io.runledger.run.Attempt;
import io.runledger.run.RunKey;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import jakarta.persistence.EntityManagerFactory;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.listener.ItemWriteListener;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A JPA transaction manager on the ledger's data source is as good as a JDBC one, if all use it.
 */
class JpaTest {

  private static final int ITEMS = 40;

  @Test
  void a_step_on_jpa_commits_nothing_once_its_fence_has_moved() {
    Database database = PostgresServer.shared().newDatabase();
    EffectsTable effects = EffectsTable.create(database);
    RunKey key = RunKey.of("jpa", LocalDate.of(2026, 1, 5));
    try (GuardedApplication loser = start(database, JpaForAll.class);
        GuardedApplication successor = start(database, JpaForAll.class)) {
      Pause pause = loser.bean(Pause.class);
      pause.at(8);
      Attempt lost = GuardedApplication.attempt(loser.ask(key));
      pause.awaitThreads(1);
      assertThat(effects.count(key.toString())).isEqualTo(5);
      database
          .jdbc()
          .sql(
              """
              UPDATE runledger.batch_lock SET locked_until = clock_timestamp() - interval '1 second'
              """)
          .update();

      Passage.Granted taken = successor.take(key);
      List<String> metadata = new Metadata(database).ofAttempt(lost.id());
      pause.release();
      EndedAttempt end = loser.awaitEnd(lost);

      assertThat(end.status()).isEqualTo("LOST");
      assertThat(effects.count(key.toString())).isEqualTo(5);
      assertThat(new Metadata(database).ofAttempt(lost.id())).isEqualTo(metadata);
      successor.bean(Guard.class).grants().finish(taken.attempt(), AttemptEnd.failed("unplugged"));
      assertThat(successor.run(key).status()).isEqualTo("COMPLETED");
      effects.assertOnceEach(key.toString(), ITEMS);
    }
  }

  /**
   * What JPA has still to flush is flushed at the commit, and must be in the fence's transaction.
   */
  @Test
  void a_chunk_on_jpa_passes_the_fence_in_the_transaction_that_it_commits_in() {
    Database database = PostgresServer.shared().newDatabase();
    EffectsTable.create(database);
    try (GuardedApplication application = start(database, JpaForAll.class)) {
      assertThat(application.run(RunKey.of("jpa", LocalDate.of(2026, 1, 5))).status())
          .isEqualTo("COMPLETED");
      assertThat(application.bean(Transactions.class).atWrite())
          .hasSize(ITEMS / 5)
          .isEqualTo(application.bean(Transactions.class).atCommit());
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {JpaForStepsOnly.class, JpaForMetadataOnly.class})
  void a_step_that_does_not_share_its_transaction_with_the_metadata_is_refused(Class<?> mixed) {
    Database database = PostgresServer.shared().newDatabase();
    assertThatThrownBy(() -> start(database, mixed).close())
        .isInstanceOf(JobsRefusedException.class)
        .hasMessageMatching(
            "(?s).*job 'jpa', step 'write' is on (Jpa|Jdbc)TransactionManager and Spring Batch's"
                + " metadata on (Jdbc|Jpa)TransactionManager; these two do not share a transaction,"
                + " so effects would commit outside the fence. Give it the transaction manager of"
                + " Spring Batch, .*");
  }

  private static GuardedApplication start(Database database, Class<?> configuration) {
    return GuardedApplication.start(database, configuration, "runledger.jobs.jpa.lease=2m");
  }

  /** The database's transaction in which each chunk is written, and the one it commits in. */
  static final class Transactions implements ItemWriteListener<Integer> {

    private final List<String> atWrite = new CopyOnWriteArrayList<>();
    private final List<String> atCommit = new CopyOnWriteArrayList<>();
    private final JdbcTemplate jdbc;

    Transactions(DataSource dataSource) {
      jdbc = new JdbcTemplate(dataSource);
    }

    @Override
    public void beforeWrite(Chunk<? extends Integer> chunk) {
      atWrite.add(current());
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
              atCommit.add(current());
            }
          });
    }

    private String current() {
      return requireNonNull(jdbc.queryForObject("SELECT pg_current_xact_id()::text", String.class));
    }

    List<String> atWrite() {
      return atWrite;
    }

    List<String> atCommit() {
      return atCommit;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class JpaJob {

    @Bean
    Transactions transactions(DataSource dataSource) {
      return new Transactions(dataSource);
    }

    @Bean
    LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
      LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
      factory.setDataSource(dataSource);
      factory.setManagedTypes(PersistenceManagedTypes.of());
      factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
      return factory;
    }

    @Bean
    Pause pause() {
      return new Pause();
    }

    @Bean
    Job jpa(
        JobRepository repository,
        @Qualifier("ofSteps") PlatformTransactionManager transactions,
        DataSource dataSource,
        Transactions seen,
        Pause pause) {
      return new JobBuilder("jpa", repository)
          .start(
              new StepBuilder("write", repository)
                  .<Integer, Integer>chunk(5)
                  .transactionManager(transactions)
                  .reader(new Numbers(1, ITEMS))
                  .writer(new EffectWriter(dataSource, pause))
                  .listener(seen)
                  .build())
          .build();
    }
  }

  /** As Boot does it: the one transaction manager is JPA's. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class JpaForAll extends JpaJob {

    @Bean
    JpaTransactionManager ofSteps(EntityManagerFactory factory) {
      return new JpaTransactionManager(factory);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class JpaForStepsOnly extends JpaJob {

    @Bean
    @Primary
    JdbcTransactionManager ofMetadata(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }

    @Bean
    JpaTransactionManager ofSteps(EntityManagerFactory factory) {
      return new JpaTransactionManager(factory);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class JpaForMetadataOnly extends JpaJob {

    @Bean
    @Primary
    JpaTransactionManager ofMetadata(EntityManagerFactory factory) {
      return new JpaTransactionManager(factory);
    }

    @Bean
    JdbcTransactionManager ofSteps(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }
  }
}

package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.guard.LedgerSchema.Mode;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

class LedgerSchemaTest {

  private static final String OURS = "runledger.BATCH_";

  private final Database database = PostgresServer.shared().newDatabase();
  private final DataSource dataSource = database.dataSource();
  private final JdbcClient jdbc = database.jdbc();
  private final LedgerSchema schema = new LedgerSchema(dataSource);

  @Test
  void an_empty_database_gets_the_ledger_and_the_tables_of_spring_batch() {
    assertThat(schema.batchTablePrefix()).isEqualTo(OURS);

    UUID id = schema.prepare(Mode.MIGRATE, OURS);

    assertThat(id).isNotNull();
    assertThat(tables("runledger"))
        .contains(
            "batch_run",
            "batch_attempt",
            "batch_lock",
            "batch_job",
            "batch_audit",
            "batch_job_instance",
            "batch_step_execution_context");
    assertThat(tables("public")).isEmpty();
  }

  @Test
  void a_second_start_finds_the_same_ledger_and_changes_nothing() {
    UUID id = schema.prepare(Mode.MIGRATE, OURS);
    List<String> history = history();

    assertThat(new LedgerSchema(dataSource).batchTablePrefix()).isEqualTo(OURS);
    assertThat(schema.prepare(Mode.MIGRATE, OURS)).isEqualTo(id);
    assertThat(schema.prepare(Mode.VALIDATE, OURS)).isEqualTo(id);
    assertThat(schema.prepare(Mode.NONE, OURS)).isEqualTo(id);

    assertThat(history()).isEqualTo(history);
  }

  @Test
  void pods_that_start_at_once_on_an_empty_database_agree_on_one_ledger() throws Exception {
    try (Race pods = new Race(3)) {
      for (int round = 0; round < 5; round++) {
        DataSource fresh = PostgresServer.shared().newDatabase().dataSource();
        List<UUID> ids =
            pods.run(() -> Optional.of(new LedgerSchema(fresh).prepare(Mode.MIGRATE, OURS)));

        assertThat(ids).hasSize(3).containsOnly(ids.get(0));
      }
    }
  }

  @Test
  void an_applications_own_migrations_and_ours_do_not_see_each_other() {
    Flyway theirs =
        Flyway.configure()
            .dataSource(dataSource)
            .locations("classpath:io/runledger/guard/application")
            .load();
    theirs.migrate();

    schema.prepare(Mode.MIGRATE, OURS);

    assertThat(theirs.migrate().migrationsExecuted).isZero();
    theirs.validate();
    schema.prepare(Mode.VALIDATE, OURS);
    assertThat(tables("public")).containsExactlyInAnyOrder("account", "flyway_schema_history");
    assertThat(tables("runledger")).contains("flyway_schema_history", "batch_run");
  }

  @Test
  void an_application_that_comes_second_finds_room_for_its_own_migrations() {
    schema.prepare(Mode.MIGRATE, OURS);
    Flyway theirs =
        Flyway.configure()
            .dataSource(dataSource)
            .locations("classpath:io/runledger/guard/application")
            .load();

    assertThat(theirs.migrate().migrationsExecuted).isEqualTo(1);
  }

  @Test
  void no_default_location_of_flyway_finds_our_scripts() {
    assertThat(Flyway.configure().dataSource(dataSource).load().info().all()).isEmpty();
  }

  @Test
  void tables_of_spring_batch_that_the_application_has_are_used_and_not_made_again() {
    createSpringBatchTables();
    assertThat(schema.batchTablePrefix()).isEqualTo("BATCH_");

    schema.prepare(Mode.MIGRATE, schema.batchTablePrefix());

    assertThat(tables("runledger"))
        .contains("batch_run")
        .doesNotContain("batch_job_instance", "batch_step_execution");
    schema.prepare(Mode.VALIDATE, "BATCH_");
  }

  @Test
  void the_tables_of_spring_batch_may_become_the_applications_later_and_ours_again() {
    schema.prepare(Mode.MIGRATE, OURS);
    schema.prepare(Mode.MIGRATE, "BATCH_");
    schema.prepare(Mode.VALIDATE, "BATCH_");
    schema.prepare(Mode.MIGRATE, OURS);
  }

  @Test
  void the_tables_of_spring_batch_may_become_ours_later() {
    createSpringBatchTables();
    schema.prepare(Mode.MIGRATE, "BATCH_");
    assertThat(tables("runledger")).doesNotContain("batch_job_instance");

    schema.prepare(Mode.MIGRATE, OURS);

    assertThat(tables("runledger")).contains("batch_job_instance");
  }

  /** A rolling deploy: the new version has migrated, and a pod of the old one starts again. */
  @Test
  void a_pod_of_the_version_before_starts_on_a_schema_that_is_newer_than_it_knows() {
    UUID id = schema.prepare(Mode.MIGRATE, OURS);
    jdbc.sql(
            """
            INSERT INTO runledger.flyway_schema_history
                   (installed_rank, version, description, type, script, checksum, installed_by,
                    execution_time, success)
            VALUES (99, '99', 'a later version', 'SQL', 'V99__a_later_version.sql', 1, 'x', 1, true)
            """)
        .update();

    assertThat(schema.prepare(Mode.MIGRATE, OURS)).isEqualTo(id);
    assertThat(schema.prepare(Mode.VALIDATE, OURS)).isEqualTo(id);
  }

  @Test
  void validate_refuses_an_empty_database_and_says_what_to_do() {
    assertThatThrownBy(() -> schema.prepare(Mode.VALIDATE, OURS))
        .hasMessageContaining("The schema 'runledger'")
        .hasMessageContaining("runledger.schema.mode is 'validate'")
        .hasMessageContaining("Set it to 'migrate'");

    assertThat(tables("runledger")).isEmpty();
  }

  @Test
  void validate_refuses_a_schema_that_was_changed_behind_its_back() {
    schema.prepare(Mode.MIGRATE, OURS);
    jdbc.sql("UPDATE runledger.flyway_schema_history SET checksum = 1 WHERE version = '1'")
        .update();

    assertThatThrownBy(() -> schema.prepare(Mode.VALIDATE, OURS))
        .hasMessageContaining("The schema 'runledger'")
        .hasMessageContaining("checksum");
  }

  @Test
  void migrate_refuses_a_schema_of_somebody_else_and_names_it() {
    jdbc.sql("CREATE SCHEMA runledger").update();
    jdbc.sql("CREATE TABLE runledger.theirs (i int)").update();

    assertThatThrownBy(() -> schema.prepare(Mode.MIGRATE, OURS))
        .hasMessageContaining("The schema 'runledger'")
        .hasMessageContaining("the application does not start");
  }

  @Test
  void none_refuses_an_empty_database_and_says_what_to_do() {
    assertThatThrownBy(() -> schema.prepare(Mode.NONE, OURS))
        .hasMessageContaining("runledger.schema.mode is 'none'")
        .hasMessageContaining("Set it to 'migrate'");
  }

  @Test
  void migrate_raises_a_fence_sequence_that_fell_behind_a_lease() {
    schema.prepare(Mode.MIGRATE, OURS);
    lease(1000);

    schema.prepare(Mode.MIGRATE, OURS);

    assertThat(nextFence()).isEqualTo(1001);
  }

  @Test
  void migrate_raises_a_fence_sequence_that_fell_behind_a_run() {
    schema.prepare(Mode.MIGRATE, OURS);
    run(2000);

    schema.prepare(Mode.MIGRATE, OURS);

    assertThat(nextFence()).isEqualTo(2001);
  }

  /** A sequence that was made anew says 1 as its last value, though it was never handed out. */
  @Test
  void a_fence_sequence_that_never_gave_its_last_value_is_behind_a_fence_of_that_value() {
    schema.prepare(Mode.MIGRATE, OURS);
    lease(1);

    assertThatThrownBy(() -> schema.prepare(Mode.VALIDATE, OURS))
        .hasMessageContaining("runledger.batch_fence is behind");
    schema.prepare(Mode.MIGRATE, OURS);

    assertThat(nextFence()).isEqualTo(2);
  }

  @Test
  void migrate_leaves_a_fence_sequence_that_is_ahead_where_it_is() {
    schema.prepare(Mode.MIGRATE, OURS);
    jdbc.sql("SELECT setval('runledger.batch_fence', 500)").query(Long.class).single();
    lease(400);

    schema.prepare(Mode.MIGRATE, OURS);

    assertThat(nextFence()).isEqualTo(501);
  }

  @Test
  void validate_and_none_refuse_a_fence_sequence_that_fell_behind() {
    schema.prepare(Mode.MIGRATE, OURS);
    run(1000);

    for (Mode mode : List.of(Mode.VALIDATE, Mode.NONE)) {
      assertThatThrownBy(() -> schema.prepare(mode, OURS))
          .hasMessageContaining("runledger.batch_fence is behind a fence in use")
          .hasMessageContaining("setval");
    }
    jdbc.sql("SELECT setval('runledger.batch_fence', 1000)").query(Long.class).single();
    schema.prepare(Mode.VALIDATE, OURS);
  }

  /** With a cache, each session would hand out numbers of its own, and not in order. */
  @Test
  void a_fence_sequence_with_a_cache_is_cured_by_migrate_and_refused_otherwise() {
    schema.prepare(Mode.MIGRATE, OURS);
    jdbc.sql("ALTER SEQUENCE runledger.batch_fence CACHE 32").update();

    assertThatThrownBy(() -> schema.prepare(Mode.VALIDATE, OURS)).hasMessageContaining("CACHE 1");
    schema.prepare(Mode.MIGRATE, OURS);

    assertThat(
            jdbc.sql("SELECT cache_size FROM pg_sequences WHERE sequencename = 'batch_fence'")
                .query(Long.class)
                .single())
        .isEqualTo(1);
  }

  private void createSpringBatchTables() {
    new ResourceDatabasePopulator(
            new ClassPathResource("org/springframework/batch/core/schema-postgresql.sql"))
        .execute(dataSource);
  }

  private void lease(long fence) {
    jdbc.sql(
            """
            INSERT INTO runledger.batch_lock (name, lease, locked_until, fence)
            VALUES ('eod-interest', '30 s', clock_timestamp(), ?)
            """)
        .param(fence)
        .update();
  }

  private void run(long fence) {
    jdbc.sql(
            """
            INSERT INTO runledger.batch_run
                   (job_name, batch_date, covered_from, status, fence, attempt_id, lock_name, pod)
            VALUES ('eod-interest', '2026-03-31', '2026-03-31', 'FAILED', ?, gen_random_uuid(), 'x', 'pod-a')
            """)
        .param(fence)
        .update();
  }

  private long nextFence() {
    return jdbc.sql("SELECT nextval('runledger.batch_fence')").query(Long.class).single();
  }

  private List<String> tables(String schemaName) {
    return jdbc.sql("SELECT tablename FROM pg_tables WHERE schemaname = ?")
        .param(schemaName)
        .query(String.class)
        .list();
  }

  private List<String> history() {
    return jdbc.sql("SELECT h::text FROM runledger.flyway_schema_history h ORDER BY installed_rank")
        .query(String.class)
        .list();
  }
}

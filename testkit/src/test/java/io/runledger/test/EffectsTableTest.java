package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class EffectsTableTest {

  private static Database database;

  private EffectsTable effects;
  private JdbcTemplate job;

  @BeforeAll
  static void createDatabase() {
    database = PostgresServer.shared().newDatabase();
  }

  @BeforeEach
  void createTable() {
    effects = EffectsTable.create(database);
    job = database.template();
    job.update("TRUNCATE public.effects");
  }

  @Test
  void items_written_once_each_pass() {
    EffectsTable.insertAll(job, "D1", List.of(3L, 1L), "pod-a");
    EffectsTable.insert(job, "D1", 2, "pod-b");
    EffectsTable.insert(job, "D2", 1, "pod-b");

    assertThat(effects.count("D1")).isEqualTo(3);
    assertThat(effects.distinct("D1")).isEqualTo(3);
    assertThat(effects.writers("D1")).containsExactly("pod-a", "pod-b");
    assertThatCode(() -> effects.assertOnceEach("D1", 3)).doesNotThrowAnyException();
  }

  @Test
  void a_run_without_effects_passes_for_zero_items_only() {
    assertThatCode(() -> effects.assertOnceEach("D1", 0)).doesNotThrowAnyException();
    assertThatThrownBy(() -> effects.assertOnceEach("D1", 1))
        .isInstanceOf(AssertionError.class)
        .hasMessageEndingWith("once: 1 missing: 1");
  }

  @Test
  void doubled_missing_and_unexpected_items_are_named() {
    EffectsTable.insertAll(job, "D1", List.of(1L, 2L, 5L), "pod-a");
    EffectsTable.insert(job, "D1", 2, "pod-b");

    assertThat(effects.count("D1")).isEqualTo(4);
    assertThat(effects.distinct("D1")).isEqualTo(3);
    assertThatThrownBy(() -> effects.assertOnceEach("D1", 4))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "run D1 should have each of the items 1 to 4 once:"
                + " 1 doubled: 2 (pod-a, pod-b); 2 missing: 3, 4; 1 unexpected: 5 (pod-a)");
  }

  @Test
  void of_many_deviations_ten_are_named() {
    EffectsTable.insertAll(job, "D1", LongStream.rangeClosed(13, 20).boxed().toList(), "pod-a");

    assertThatThrownBy(() -> effects.assertOnceEach("D1", 20))
        .hasMessageEndingWith("12 missing: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...");
  }

  @Test
  void an_effect_belongs_to_the_transaction_of_its_job() {
    var dataSource = database.dataSource();
    new TransactionTemplate(new JdbcTransactionManager(dataSource))
        .executeWithoutResult(
            status -> {
              EffectsTable.insert(new JdbcTemplate(dataSource), "D1", 1, "pod-a");
              status.setRollbackOnly();
            });

    assertThat(effects.count("D1")).isZero();
  }
}

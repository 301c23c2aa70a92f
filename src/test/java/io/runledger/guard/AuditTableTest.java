package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditTableTest {

  private static GuardFixture fixture;

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create();
    fixture
        .jdbc
        .sql(
            """
            INSERT INTO runledger.batch_audit (actor, action, job_name, verdict, pod)
            VALUES ('ann', 'run', 'eod-interest', 'STARTED', 'pod-a')
            """)
        .update();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "UPDATE runledger.batch_audit SET actor = 'bob'",
        "UPDATE runledger.batch_audit SET actor = 'bob' WHERE false",
        "DELETE FROM runledger.batch_audit",
        "TRUNCATE runledger.batch_audit",
        "MERGE INTO runledger.batch_audit USING (SELECT 1) AS one ON true WHEN MATCHED THEN DELETE",
        """
        INSERT INTO runledger.batch_audit (actor, action, job_name, verdict, pod)
        VALUES ('bob', 'run', 'eod-interest', 'STARTED', 'pod-a')
            ON CONFLICT (id) DO UPDATE SET actor = 'bob'
        """
      })
  void what_was_audited_stays_as_it_was_written(String tampering) {
    assertThatThrownBy(() -> fixture.jdbc.sql(tampering).update())
        .hasMessageContaining("batch_audit is append-only");

    assertThat(
            fixture.jdbc.sql("SELECT actor FROM runledger.batch_audit").query(String.class).list())
        .containsExactly("ann");
  }
}

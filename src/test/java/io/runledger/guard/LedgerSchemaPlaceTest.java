package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class LedgerSchemaPlaceTest {

  @Test
  void a_user_called_like_the_schema_is_refused_before_the_applications_tables_move() {
    try (PostgresServer server = PostgresServer.start()) {
      Database database = server.newDatabase();
      database.jdbc().sql("CREATE ROLE runledger SUPERUSER LOGIN").update();
      PGSimpleDataSource dataSource = new PGSimpleDataSource();
      dataSource.setUrl(database.jdbcUrl());
      dataSource.setUser("runledger");
      LedgerSchema schema = new LedgerSchema(dataSource);

      assertThatThrownBy(() -> schema.prepare(LedgerSchema.Mode.MIGRATE, "runledger.BATCH_"))
          .isInstanceOf(SchemaRefusedException.class)
          .hasMessageContaining("Add ?currentSchema=public to its URL");

      dataSource.setCurrentSchema("public");
      assertThat(schema.prepare(LedgerSchema.Mode.MIGRATE, "runledger.BATCH_")).isNotNull();
    }
  }
}

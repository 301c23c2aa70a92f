package io.runledger.lab.stage;

import io.runledger.lab.pod.Night;
import io.runledger.test.Database;
import java.time.LocalDate;
import java.time.OffsetDateTime;

/** The tables of a night. Effects have no unique key: a double shall show, not fail. */
final class NightDatabase {

  private static final String TABLES =
      """
      CREATE SCHEMA lab;
      CREATE TABLE lab.effect (
        batch_date date        NOT NULL,
        item       integer     NOT NULL,
        pod        text        NOT NULL,
        written_at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE TABLE lab.done (batch_date date PRIMARY KEY);
      CREATE TABLE lab.node_lease (lock_until timestamptz NOT NULL, locked_by text);
      INSERT INTO lab.node_lease VALUES ('-infinity', NULL);
      CREATE TABLE lab.clock (now timestamptz NOT NULL, since timestamptz);
      """;

  private NightDatabase() {}

  /** Creates the tables; the clock stands a minute before the date is due. */
  static void create(Database database, Night night) {
    database.template().execute(TABLES);
    database
        .jdbc()
        .sql("INSERT INTO lab.clock VALUES (?, NULL)")
        .param(due(night.date()).minusMinutes(1))
        .update();
  }

  /** The date is due, and the clock runs. */
  static void begin(Database database, Night night) {
    database
        .jdbc()
        .sql("UPDATE lab.clock SET now = ?, since = clock_timestamp()")
        .param(due(night.date()))
        .update();
  }

  private static OffsetDateTime due(LocalDate date) {
    return date.atTime(23, 30).atOffset(java.time.ZoneOffset.UTC);
  }

  static boolean isComplete(Database database, Night night) {
    return database
        .jdbc()
        .sql("SELECT count(DISTINCT item) = ? FROM lab.effect WHERE batch_date = ?")
        .param(night.items())
        .param(night.date())
        .query(Boolean.class)
        .single();
  }
}

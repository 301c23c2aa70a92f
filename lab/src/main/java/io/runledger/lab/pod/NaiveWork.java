package io.runledger.lab.pod;

import static io.runledger.lab.pod.Telling.tell;

import io.runledger.lab.night.Happening;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The date's work, chunk by chunk, each in a transaction; nothing is looked at in between. */
final class NaiveWork {

  private final NaiveSettings settings;
  private final Night night;

  NaiveWork(NaiveSettings settings) {
    this.settings = settings;
    this.night = settings.night();
  }

  boolean isDone() throws SQLException {
    try (Connection connection = settings.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT 1 FROM lab.done WHERE batch_date = '" + night.date() + "'")) {
      return rows.next();
    }
  }

  /**
   * @param onlyOpen leaves out what has an effect already
   */
  void run(boolean onlyOpen) throws SQLException {
    try (Connection connection = settings.connect()) {
      connection.setAutoCommit(false);
      List<Integer> items = items(connection, onlyOpen);
      for (int from = 0; from < items.size(); from += night.chunk()) {
        chunk(connection, items.subList(from, Math.min(from + night.chunk(), items.size())));
      }
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate(
            "INSERT INTO lab.done VALUES ('%s') ON CONFLICT DO NOTHING".formatted(night.date()));
      }
      connection.commit();
    }
  }

  private List<Integer> items(Connection connection, boolean onlyOpen) throws SQLException {
    String open =
        """
        SELECT item FROM generate_series(1, %d) AS s (item)
         WHERE NOT %b OR NOT EXISTS (
               SELECT 1 FROM lab.effect e WHERE e.batch_date = '%s' AND e.item = s.item)
         ORDER BY item
        """
            .formatted(night.items(), onlyOpen, night.date());
    List<Integer> items = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(open)) {
      while (rows.next()) {
        items.add(rows.getInt(1));
      }
    }
    connection.commit();
    return items;
  }

  private void chunk(Connection connection, List<Integer> items) throws SQLException {
    LockSupport.parkNanos(night.perChunk().toNanos());
    try (PreparedStatement insert = connection.prepareStatement(Effects.INSERT)) {
      for (int item : items) {
        Effects.add(insert, night, item, settings.node());
      }
      insert.executeBatch();
    }
    connection.commit();
    tell(Happening.EFFECT, items.get(0) + "-" + items.get(items.size() - 1));
  }
}

package io.runledger.lab.pod;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** How an effect is written. The table has no unique key on purpose: a double shall show. */
final class Effects {

  static final String INSERT = "INSERT INTO lab.effect (batch_date, item, pod) VALUES (?, ?, ?)";

  private Effects() {}

  static void add(PreparedStatement insert, Night night, int item, String pod) throws SQLException {
    insert.setObject(1, night.date());
    insert.setInt(2, item);
    insert.setString(3, pod);
    insert.addBatch();
  }
}

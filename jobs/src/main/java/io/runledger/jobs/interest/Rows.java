package io.runledger.jobs.interest;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Rows for one statement that takes them as arrays, {@code FROM unnest(?, ?) AS row (a, b)}: one
 * round trip, however many they are.
 */
final class Rows {

  private final List<String> types;
  private final List<List<Object>> columns = new ArrayList<>();

  /**
   * @param types PostgreSQL's names of the columns' types, in their order
   */
  Rows(String... types) {
    this.types = List.of(types);
    this.types.forEach(type -> columns.add(new ArrayList<>()));
  }

  void add(Object... row) {
    for (int column = 0; column < row.length; column++) {
      columns.get(column).add(row[column]);
    }
  }

  /**
   * Hands them to a statement with one placeholder for each column; without rows it is not run.
   *
   * @return how many rows the statement changed
   */
  int into(JdbcTemplate jdbc, String sql) {
    if (columns.get(0).isEmpty()) {
      return 0;
    }
    Integer changed =
        jdbc.execute(
            sql,
            (PreparedStatement statement) -> {
              for (int column = 0; column < types.size(); column++) {
                Array values =
                    statement
                        .getConnection()
                        .createArrayOf(types.get(column), columns.get(column).toArray());
                statement.setArray(column + 1, values);
              }
              return statement.executeUpdate();
            });
    return changed == null ? 0 : changed;
  }
}

package io.runledger.jobs.embedded;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * A short session with the server that was started or found.
 *
 * @param port where it listens
 * @param password of the user {@value #USER}
 */
record PostgresSession(int port, String password) {

  /** Not that of the ledger's schema: PostgreSQL would look for the jobs' tables in it. */
  static final String USER = "jobs";

  /** The ledger's database. */
  static final String DATABASE = "runledger";

  private static final String CONNECT_SECONDS = "5";
  private static final String ANSWER_SECONDS = "30";

  /**
   * Makes the database if this is the first start.
   *
   * @return the directory that the server says it serves
   */
  Path prepare() throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      if (!exists(statement)) {
        statement.execute("CREATE DATABASE " + DATABASE);
      }
      try (ResultSet answer = statement.executeQuery("SHOW data_directory")) {
        answer.next();
        return Path.of(answer.getString(1));
      }
    }
  }

  static String url(int port, String database) {
    return "jdbc:postgresql://%s:%d/%s".formatted(Port.HOST, port, database);
  }

  private static boolean exists(Statement statement) throws SQLException {
    try (ResultSet answer =
        statement.executeQuery(
            "SELECT 1 FROM pg_catalog.pg_database WHERE datname = '" + DATABASE + "'")) {
      return answer.next();
    }
  }

  private Connection open() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", USER);
    properties.setProperty("password", password);
    properties.setProperty("connectTimeout", CONNECT_SECONDS);
    properties.setProperty("socketTimeout", ANSWER_SECONDS);
    properties.setProperty("ApplicationName", "runledger embedded");
    return DriverManager.getConnection(url(port, "postgres"), properties);
  }
}

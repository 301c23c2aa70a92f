package io.runledger.test;

import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One database of a {@link PostgresServer} and how to reach it.
 *
 * @param port where to connect on 127.0.0.1
 * @param name the database's name
 * @param user a superuser
 * @param password accepted, as any would be
 */
public record Database(int port, String name, String user, String password) {

  /** The address for a {@code spring.datasource.url}, without user and password. */
  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + name;
  }

  /** The same database behind another port of this machine, a {@link TcpProxy}'s say. */
  public Database via(int otherPort) {
    return new Database(otherPort, name, user, password);
  }

  /** A new unpooled DataSource: each connection asked of it is a session of its own. */
  public DataSource dataSource() {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(jdbcUrl());
    dataSource.setUser(user);
    dataSource.setPassword(password);
    return dataSource;
  }

  /** A client that opens and closes one connection for each statement. */
  public JdbcClient jdbc() {
    return JdbcClient.create(dataSource());
  }

  /** Like {@link #jdbc()}, for code that takes {@code JdbcOperations}. */
  public JdbcTemplate template() {
    return new JdbcTemplate(dataSource());
  }
}

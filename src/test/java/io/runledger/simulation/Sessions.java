package io.runledger.simulation;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.sql.DataSource;

/** Sessions that are kept from night to night, since the server takes its time to begin one. */
final class Sessions implements AutoCloseable {

  private final DataSource dataSource;
  private final Deque<Session> idle = new ArrayDeque<>();

  Sessions(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  Session take() throws SQLException {
    Session session = idle.pollLast();
    while (session != null && !session.reset()) {
      session = idle.pollLast();
    }
    return session == null ? new Session(dataSource.getConnection()) : session;
  }

  /** What it had open is rolled back. */
  void giveBack(Session session) {
    if (session.reset()) {
      idle.addLast(session);
    }
  }

  @Override
  public void close() {
    idle.forEach(Session::discard);
  }
}

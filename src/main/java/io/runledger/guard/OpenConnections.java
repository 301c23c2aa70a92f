package io.runledger.guard;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections on which an attempt's threads are in the middle of a transaction. A statement may
 * rightly take hours, so these have no time limit of ours; but where the network swallows every
 * packet no answer ever comes, and a thread that waits for one would keep its job's place in this
 * pod until the next restart. So they are closed once the attempt is lost.
 */
final class OpenConnections {

  private static final Logger log = LoggerFactory.getLogger(OpenConnections.class);

  private final Set<Connection> open = Collections.newSetFromMap(new IdentityHashMap<>());

  /** False if it was there already. */
  synchronized boolean enter(Connection connection) {
    return open.add(connection);
  }

  /** To be called while the connection is still the transaction's. */
  synchronized void leave(Connection connection) {
    open.remove(connection);
  }

  /** Closes them under the threads that wait for them. Nothing that is open can commit any more. */
  synchronized void abort() {
    for (Connection connection : open) {
      try {
        connection.abort(OpenConnections::aside);
      } catch (SQLException e) {
        log.debug("A connection of a lost attempt could not be closed.", e);
      }
    }
    open.clear();
  }

  /** A TLS socket that nobody reads from may hold up whoever closes it. */
  private static void aside(Runnable closing) {
    Thread thread = new Thread(closing, "runledger-abort");
    thread.setDaemon(true);
    thread.start();
  }
}

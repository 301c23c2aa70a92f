package io.runledger.batch;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionSystemException;

/**
 * Tells a database that was away from a job that is wrong. The first shall cost no night: another
 * attempt goes on where this one was, unasked.
 */
final class DatabaseFault {

  /** {@code connection_exception}: refused, cut, or silent for too long. */
  private static final String CONNECTION = "08";

  /**
   * A shutdown, a crash, a start-up, too many connections, and a server that has become read-only.
   */
  private static final Set<String> STATES = Set.of("57P01", "57P02", "57P03", "53300", "25006");

  /**
   * What HikariCP says, without a state, of a connection that it took away because it was broken:
   * the break itself may have been swallowed by whoever met it first.
   */
  private static final String TAKEN_AWAY = "Connection is closed";

  /** A chain of causes that is longer is a ring. */
  private static final int DEEPEST = 50;

  private DatabaseFault() {}

  static boolean isIn(Collection<Throwable> failures) {
    return failures.stream().anyMatch(DatabaseFault::isIn);
  }

  static boolean isIn(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      if ((cause instanceof SQLException error && isFault(error)) || isFailedRollback(cause)) {
        return true;
      }
      cause = deeper(cause);
    }
    return false;
  }

  /** What it all began with. */
  static Throwable rootOf(Throwable failure) {
    Throwable root = failure;
    for (int depth = 0; depth < DEEPEST; depth++) {
      Throwable cause = deeper(root);
      if (cause == null) {
        return root;
      }
      root = cause;
    }
    return root;
  }

  /** A rollback that fails as well hides what was to be rolled back, and knows no reason itself. */
  private static @Nullable Throwable deeper(Throwable failure) {
    return failure instanceof TransactionSystemException hiding
            && hiding.getApplicationException() != null
        ? hiding.getApplicationException()
        : failure.getCause();
  }

  /** A commit that failed, and then the rollback, which says no more than that nobody is there. */
  private static boolean isFailedRollback(Throwable failure) {
    return failure instanceof TransactionSystemException hiding
        && hiding.getApplicationException() == null
        && hiding.getCause() instanceof SQLException;
  }

  private static boolean isFault(SQLException error) {
    String state = error.getSQLState();
    return error instanceof SQLTransientConnectionException
        || error instanceof SQLNonTransientConnectionException
        || (state == null
            ? TAKEN_AWAY.equals(error.getMessage())
            : state.startsWith(CONNECTION) || STATES.contains(state));
  }
}

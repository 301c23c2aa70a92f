package io.runledger.simulation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a pod. Whatever goes to the server and back takes simulated time, may be lost,
 * and may find its pod frozen or dead; in between, others move.
 */
final class Wire implements InvocationHandler {

  private static final String BROKEN = "08006";
  private static final String ADMIN_SHUTDOWN = "57P01";
  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  private final Line line;
  private final Host host;
  private final Night night;
  private @Nullable Session session;
  private @Nullable Mover asking;
  private String goneState = BROKEN;
  private boolean inTransaction;

  Wire(Line line, Host host, Night night, Session session) {
    this.line = line;
    this.host = host;
    this.night = night;
    this.session = session;
  }

  Connection connection() {
    return (Connection)
        Proxy.newProxyInstance(
            Wire.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    return switch (method.getName()) {
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> proxy == arguments[0];
      case "toString" -> "connection of " + host;
      case "isClosed" -> session == null;
      case "close" -> {
        close();
        yield null;
      }
      case "abort" -> {
        sever(Duration.ZERO);
        yield null;
      }
      case "commit", "rollback" -> {
        Object done = send(method.getName(), () -> call(open().connection(), method, arguments));
        inTransaction = false;
        yield done;
      }
      case "prepareStatement" ->
          statement(
              PreparedStatement.class,
              (Statement) call(open().connection(), method, arguments),
              (String) arguments[0]);
      case "createStatement" ->
          statement(Statement.class, (Statement) call(open().connection(), method, arguments), "");
      // A pool knows it by heart; the driver would ask the server.
      case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
      case "setAutoCommit" -> {
        inTransaction = false;
        yield call(open().connection(), method, arguments);
      }
      default -> call(open().connection(), method, arguments);
    };
  }

  private Statement statement(Class<? extends Statement> type, Statement real, String sql) {
    return (Statement)
        Proxy.newProxyInstance(
            Wire.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().startsWith("execute")) {
                String what = arguments == null ? sql : (String) arguments[0];
                return send(what, () -> call(real, method, arguments));
              }
              if (method.getName().equals("close") && session == null) {
                return null;
              }
              return call(real, method, arguments);
            });
  }

  private <T extends @Nullable Object> T send(String what, Referee.Statement<T> statement)
      throws SQLException {
    host.requireAlive();
    Session used = open();
    Mover self = night.turns().mover();
    night.waits(self, what);
    Optional<Mishap> mishap = night.mishaps().next(inTransaction && line.isForWork());
    mishap.ifPresent(one -> night.trace(self, one.name()));
    asking = self;
    try {
      mishap.ifPresent(this::before);
      night.turns().pause(night.chance().latency());
      awaitLink();
      if (mishap.filter(Mishap.REQUEST_LOST::equals).isPresent()) {
        sever(night.chance().percent(70) ? Duration.ZERO : night.chance().latency());
      }
      requireOpen(used);
      if (!used.connection().getAutoCommit()) {
        inTransaction = true;
      }
      if (what.contains("pg_terminate_backend") && !night.mayEndSessions()) {
        throw new SQLException("permission denied", INSUFFICIENT_PRIVILEGE);
      }
      night.clock().show();
      T answer = night.referee().run(used.backend(), line.lockTimeout(), statement);
      mishap.ifPresent(this::after);
      requireOpen(used);
      return answer;
    } catch (SQLException e) {
      host.requireAlive();
      night.trace(self, "! " + e.getSQLState());
      if (e.getSQLState() != null
          && (e.getSQLState().startsWith("08") || e.getSQLState().startsWith("57P"))) {
        sever(Duration.ZERO);
      }
      throw e;
    } finally {
      asking = null;
    }
  }

  private void before(Mishap mishap) {
    switch (mishap) {
      case KILLED_BEFORE -> night.kill(host);
      case FROZEN_BEFORE -> night.freeze(host);
      case CUT_OFF -> night.cutOff(host);
      case SESSION_ENDED -> {
        goneState = ADMIN_SHUTDOWN;
        sever(Duration.ZERO);
      }
      default -> {}
    }
  }

  private void after(Mishap mishap) {
    switch (mishap) {
      case KILLED_AFTER -> {
        night.kill(host);
        host.requireAlive();
      }
      case FROZEN_AFTER -> {
        night.freeze(host);
        night.turns().pause(Duration.ZERO);
      }
      case ANSWER_LOST -> sever(night.chance().percent(50) ? Duration.ZERO : line.idleLimit());
      default -> {}
    }
  }

  /** Packets are lost while the pod is cut off: who waits for them gives up after some time. */
  private void awaitLink() throws SQLException {
    Duration left = night.cutOffFor(host);
    if (left.isZero()) {
      return;
    }
    Duration patience = line.silence();
    night.turns().pause(left.compareTo(patience) < 0 ? left : patience);
    if (left.compareTo(patience) >= 0) {
      sever(patience);
    }
  }

  private Session open() throws SQLException {
    Session used = session;
    if (used == null) {
      throw gone();
    }
    return used;
  }

  private void requireOpen(Session used) throws SQLException {
    if (session != used) {
      throw gone();
    }
  }

  private SQLException gone() {
    return new SQLException("the connection is gone", goneState);
  }

  /**
   * The connection is over for the pod; who waits for an answer on it waits no longer.
   *
   * @param later when the server notices, and rolls back
   */
  void sever(Duration later) {
    Session severed = session;
    if (severed == null) {
      return;
    }
    session = null;
    line.left(this);
    Mover waiting = asking;
    if (waiting != null && night.referee().isWaiting(waiting)) {
      night.referee().giveUp(waiting);
    } else if (waiting != null && waiting != night.turns().current()) {
      night.turns().wake(waiting);
    }
    night.end(severed, later);
  }

  /**
   * The pod is frozen: the server ends a session that sits idle in its transaction for too long.
   */
  void frozen() {
    Session idle = session;
    if (idle == null || !inTransaction) {
      return;
    }
    long until = host.frozenUntil();
    night
        .turns()
        .at(
            line.idleLimit(),
            null,
            () -> {
              Mover waiting = asking;
              boolean isActive = waiting != null && night.referee().isWaiting(waiting);
              if (session == idle && host.frozenUntil() == until && !isActive) {
                goneState = ADMIN_SHUTDOWN;
                session = null;
                line.left(this);
                night.end(idle, Duration.ZERO);
              }
            });
  }

  private void close() {
    Session used = session;
    if (used != null) {
      session = null;
      line.left(this);
      night.end(used, Duration.ZERO);
    }
  }

  private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments)
      throws SQLException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SQLException error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}

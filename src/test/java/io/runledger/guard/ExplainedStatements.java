package io.runledger.guard;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Keeps the statements that are executed on its connections, and, where it is told to, the server's
 * plan of each with the very parameters that it is executed with.
 */
public final class ExplainedStatements extends DelegatingDataSource {

  private final boolean isExplaining;
  private final List<String> executed = new ArrayList<>();
  private final Map<String, String> plans = new LinkedHashMap<>();

  private ExplainedStatements(DataSource target, boolean isExplaining) {
    super(target);
    this.isExplaining = isExplaining;
  }

  /** Counts them only. */
  public static ExplainedStatements counted(DataSource target) {
    return new ExplainedStatements(target, false);
  }

  /** With their plans. */
  public static ExplainedStatements explained(DataSource target) {
    return new ExplainedStatements(target, true);
  }

  /** What was executed, in its order. */
  public List<String> executed() {
    return List.copyOf(executed);
  }

  /** The plans by their statements, as JSON. */
  public Map<String, String> plans() {
    return Map.copyOf(plans);
  }

  public void forget() {
    executed.clear();
    plans.clear();
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    return proxy(
        Connection.class,
        (method, arguments) -> {
          Object result = method.invoke(connection, arguments);
          return result instanceof PreparedStatement statement
              ? watched(connection, statement, (String) arguments[0])
              : result;
        });
  }

  private PreparedStatement watched(
      Connection connection, PreparedStatement statement, String sql) {
    List<Parameter> parameters = new ArrayList<>();
    return proxy(
        PreparedStatement.class,
        (method, arguments) -> {
          if (method.getName().startsWith("set") && arguments.length >= 2) {
            parameters.add(new Parameter(method, Arrays.asList(arguments)));
          }
          if (method.getName().startsWith("execute")) {
            executed.add(sql);
            if (isExplaining && isPlanned(sql)) {
              plans.merge(sql, plan(connection, sql, parameters), String::concat);
            }
          }
          return method.invoke(statement, arguments);
        });
  }

  private static boolean isPlanned(String sql) {
    String verb = sql.strip().toUpperCase(Locale.ROOT);
    return verb.startsWith("SELECT") || verb.startsWith("INSERT") || verb.startsWith("WITH");
  }

  private static String plan(Connection connection, String sql, List<Parameter> parameters)
      throws ReflectiveOperationException, SQLException {
    try (PreparedStatement explain = connection.prepareStatement("EXPLAIN (FORMAT JSON) " + sql)) {
      for (Parameter parameter : parameters) {
        parameter.method().invoke(explain, parameter.arguments().toArray());
      }
      try (ResultSet plan = explain.executeQuery()) {
        plan.next();
        return plan.getString(1);
      }
    }
  }

  private record Parameter(Method method, List<@Nullable Object> arguments) {}

  private interface Call {
    @Nullable Object answer(Method method, Object[] arguments)
        throws ReflectiveOperationException, SQLException;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          try {
            return call.answer(method, arguments == null ? new Object[0] : arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}

package io.runledger.holes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The jobs' connections, which pause before the commit of a chunk that has passed the fence. */
final class PausingDataSource extends DelegatingDataSource {

  private final Pauses pauses;

  PausingDataSource(DataSource target, Pauses pauses) {
    super(target);
    this.pauses = pauses;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit")) {
                pauses.atCommit();
              } else if (method.getName().equals("prepareStatement")
                  && arguments[0].toString().contains("pg_advisory_xact_lock_shared")) {
                pauses.countFence();
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }
}

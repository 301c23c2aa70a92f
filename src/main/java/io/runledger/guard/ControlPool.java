package io.runledger.guard;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections of the guard's own to the ledger's database: a few for lease, ledger and audit, and
 * one for renewals alone. A job pool that is used up cannot starve them. They give up on a silent
 * server after seconds, where a job's statement may rightly take hours.
 */
public final class ControlPool implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ControlPool.class);
  private static final Duration WAIT_FOR_A_CONNECTION = Duration.ofSeconds(5);
  private static final Duration TEST_OF_A_CONNECTION = Duration.ofSeconds(3);

  /** Well below what a firewall takes for the end of a silent connection. */
  private static final Duration BETWEEN_SIGNS_OF_LIFE = Duration.ofMinutes(2);

  private static final Duration SILENCE = Duration.ofSeconds(10);

  /**
   * The driver's limits, in seconds: for the TCP connection, for all of the login, and for the
   * silence of the server. The longest wait is one for a connection and one for an answer.
   */
  private static final Map<String, String> LIMITS =
      Map.of(
          "connectTimeout",
          "5",
          "loginTimeout",
          "10",
          "socketTimeout",
          Long.toString(SILENCE.toSeconds()),
          "tcpKeepAlive",
          "true");

  private final DataSource control;
  private final DataSource renewal;

  ControlPool(DataSource control, DataSource renewal) {
    this.control = control;
    this.renewal = renewal;
  }

  /**
   * Opens the pools, lazily, with the URL and the credentials of the ledger's data source. A data
   * source that is no Hikari pool does not tell those: then its own connections are shared, and a
   * warning says so.
   *
   * @param size how many connections beside the one for renewals, at least 1
   */
  public static ControlPool beside(DataSource ledger, int size) {
    if (size < 1) {
      throw new IllegalArgumentException(
          "runledger.control-pool-size is %d; the guard needs at least 1.".formatted(size));
    }
    HikariDataSource hikari = StaleConnections.hikari(ledger);
    if (hikari == null) {
      log.warn(
          "The ledger's data source is no Hikari pool, so the guard shares its connections: when"
              + " jobs use them up, leases are not renewed and runs are lost. Use a Hikari pool.");
      return new ControlPool(ledger, ledger);
    }
    return new ControlPool(
        pool(hikari, "runledger-control", size), pool(hikari, "runledger-renewal", 1));
  }

  public DataSource control() {
    return control;
  }

  public DataSource renewal() {
    return renewal;
  }

  private static HikariDataSource pool(HikariDataSource like, String name, int size) {
    HikariConfig config = new HikariConfig();
    if (like.getJdbcUrl() != null) {
      config.setJdbcUrl(withoutLimits(like.getJdbcUrl()));
    }
    config.setUsername(like.getUsername());
    config.setPassword(like.getPassword());
    if (like.getDataSourceClassName() != null) {
      config.setDataSourceClassName(like.getDataSourceClassName());
    }
    if (like.getDataSource() != null) {
      // It takes no properties, so it keeps its own limits for the connect and the login.
      config.setDataSource(new ImpatientDataSource(like.getDataSource(), SILENCE));
    }
    // A role or a search path that the application's connections get, the guard's need as well.
    config.setSchema(like.getSchema());
    config.setConnectionInitSql(like.getConnectionInitSql());
    Properties properties = new Properties();
    properties.putAll(like.getDataSourceProperties());
    properties.putAll(LIMITS);
    properties.put("ApplicationName", name);
    config.setDataSourceProperties(properties);
    config.setPoolName(name);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(WAIT_FOR_A_CONNECTION.toMillis());
    config.setValidationTimeout(TEST_OF_A_CONNECTION.toMillis());
    config.setKeepaliveTime(BETWEEN_SIGNS_OF_LIFE.toMillis());
    config.setExceptionOverride(StaleConnections.eviction());
    config.setInitializationFailTimeout(-1);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    return new HikariDataSource(config);
  }

  /** The driver lets the URL override its properties, and a job's limit there may be hours. */
  private static String withoutLimits(String url) {
    int query = url.indexOf('?');
    if (query < 0) {
      return url;
    }
    String kept =
        Arrays.stream(url.substring(query + 1).split("&"))
            .filter(parameter -> !LIMITS.containsKey(parameter.split("=", 2)[0]))
            .collect(Collectors.joining("&"));
    return url.substring(0, query) + (kept.isEmpty() ? "" : "?" + kept);
  }

  @Override
  public void close() {
    if (control instanceof HikariDataSource pool && control != renewal) {
      pool.close();
    }
    if (renewal instanceof HikariDataSource pool && control != renewal) {
      pool.close();
    }
  }
}

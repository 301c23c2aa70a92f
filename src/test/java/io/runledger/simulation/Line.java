package io.runledger.simulation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** A pod's way to the database: what a pool would be. */
final class Line extends AbstractDataSource {

  private final Host host;
  private final Night night;
  private final Duration silence;
  private final Duration idleLimit;
  private final @Nullable Duration lockTimeout;
  private final Set<Wire> wires = new LinkedHashSet<>();

  /**
   * @param silence of the server, after which a connection is given up
   * @param idleLimit how long a session of it may sit idle in a transaction
   * @param lockTimeout how long a statement of it waits for a lock; null for as long as it takes
   */
  Line(
      Host host,
      Night night,
      Duration silence,
      Duration idleLimit,
      @Nullable Duration lockTimeout) {
    this.host = host;
    this.night = night;
    this.silence = silence;
    this.idleLimit = idleLimit;
    this.lockTimeout = lockTimeout;
  }

  Duration silence() {
    return silence;
  }

  Duration idleLimit() {
    return idleLimit;
  }

  @Nullable Duration lockTimeout() {
    return lockTimeout;
  }

  /** Whether jobs write their effects on it. */
  boolean isForWork() {
    return lockTimeout == null;
  }

  @Override
  public Connection getConnection() throws SQLException {
    host.requireAlive();
    Wire wire = new Wire(this, host, night, night.sessions().take());
    wires.add(wire);
    return wire.connection();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  void left(Wire wire) {
    wires.remove(wire);
  }

  /** All at once, as when a process ends. */
  void sever() {
    List.copyOf(wires).forEach(wire -> wire.sever(Duration.ZERO));
  }

  void frozen() {
    List.copyOf(wires).forEach(Wire::frozen);
  }
}

package io.runledger.lab.pod;

import io.runledger.lab.night.Guard;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * What a naive pod is told, as system properties.
 *
 * @param guard which guard it runs under, not {@link Guard#FULL}
 * @param node its host name
 * @param jdbcUrl the database, with user and password
 * @param redis addresses of the servers, or of the Sentinels
 * @param viaSentinel whether these are Sentinels
 * @param style how it locks
 * @param asksWhoOwns whether DEL and PEXPIRE are done only for one's own key
 * @param waitReplicas how many replicas must have the key before it counts as granted; 0 for none
 * @param ttl of the key, or of the watchdog
 * @param timeout for Redis's answer
 * @param retry how long Redisson pauses before it asks again
 * @param lease how long the database lease holds
 * @param leastLease how long the lease is kept after the end of a run, as ShedLock does
 * @param habit what it does about a date that may be done
 * @param clockShift by how much the pod's clock is ahead
 * @param night the work
 */
public record NaiveSettings(
    Guard guard,
    String node,
    String jdbcUrl,
    List<String> redis,
    boolean viaSentinel,
    LockStyle style,
    boolean asksWhoOwns,
    int waitReplicas,
    Duration ttl,
    Duration timeout,
    Duration retry,
    Duration lease,
    Duration leastLease,
    Habit habit,
    Duration clockShift,
    Night night) {

  /** A server needs so long to start, however fast the night is played. */
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(15);

  private static final Duration AGAIN = Duration.ofMillis(50);

  /** As {@link #read()} reads them. */
  public Map<String, String> properties() {
    Map<String, String> all = new TreeMap<>(night.properties());
    all.put("lab.guard", guard.toString());
    all.put("lab.node", node);
    all.put("lab.jdbc-url", jdbcUrl);
    all.put("lab.redis", String.join(",", redis));
    all.put("lab.via-sentinel", Boolean.toString(viaSentinel));
    all.put("lab.style", style.name());
    all.put("lab.asks-who-owns", Boolean.toString(asksWhoOwns));
    all.put("lab.wait-replicas", Integer.toString(waitReplicas));
    all.put("lab.ttl", ttl.toString());
    all.put("lab.timeout", timeout.toString());
    all.put("lab.retry", retry.toString());
    all.put("lab.lease", lease.toString());
    all.put("lab.least-lease", leastLease.toString());
    all.put("lab.habit", habit.name());
    all.put("lab.clock-shift", clockShift.toString());
    return all;
  }

  /** A new connection. It is waited for like one of a pool, whose patience is 30 s by default. */
  Connection connect() throws SQLException {
    long end = System.nanoTime() + Math.max(timeout.toNanos() * 10, LEAST_PATIENCE.toNanos());
    while (true) {
      try {
        return DriverManager.getConnection(jdbcUrl);
      } catch (SQLException e) {
        if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LockSupport.parkNanos(AGAIN.toNanos());
      }
    }
  }

  static NaiveSettings read() {
    return new NaiveSettings(
        Guard.of(property("guard")),
        property("node"),
        property("jdbc-url"),
        List.of(property("redis").split(",")),
        Boolean.parseBoolean(property("via-sentinel")),
        LockStyle.valueOf(property("style")),
        Boolean.parseBoolean(property("asks-who-owns")),
        Integer.parseInt(property("wait-replicas")),
        Duration.parse(property("ttl")),
        Duration.parse(property("timeout")),
        Duration.parse(property("retry")),
        Duration.parse(property("lease")),
        Duration.parse(property("least-lease")),
        Habit.valueOf(property("habit")),
        Duration.parse(property("clock-shift")),
        Night.read());
  }

  private static String property(String name) {
    return Night.property(name);
  }
}

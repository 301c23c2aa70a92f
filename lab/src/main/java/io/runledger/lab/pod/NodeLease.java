package io.runledger.lab.pod;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lease in a table, as ShedLock takes it: an UPDATE that names the node, by the pod's own clock,
 * extended every third, and kept for a least time after the end.
 */
final class NodeLease {

  private static final Logger log = LoggerFactory.getLogger(NodeLease.class);

  private final NaiveSettings settings;
  private final ScheduledExecutorService extension =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "extension");
            thread.setDaemon(true);
            return thread;
          });
  private Instant since = Instant.EPOCH;

  NodeLease(NaiveSettings settings) {
    this.settings = settings;
  }

  boolean acquire() throws SQLException {
    since = now();
    boolean acquired =
        update(
                "UPDATE lab.node_lease SET lock_until = ?, locked_by = ? WHERE lock_until <= ?",
                sql(since.plus(settings.lease())),
                settings.node(),
                sql(since))
            == 1;
    if (acquired) {
      long third = settings.lease().dividedBy(3).toMillis();
      var unused =
          extension.scheduleWithFixedDelay(this::extend, third, third, TimeUnit.MILLISECONDS);
    }
    return acquired;
  }

  private void extend() {
    try {
      update(
          "UPDATE lab.node_lease SET lock_until = ? WHERE locked_by = ? AND lock_until > ?",
          sql(now().plus(settings.lease())),
          settings.node(),
          sql(now()));
    } catch (SQLException e) {
      log.warn("The lease was not extended: {}", e.getMessage());
    }
  }

  void release() throws SQLException {
    extension.shutdownNow();
    Instant least = since.plus(settings.leastLease());
    update(
        "UPDATE lab.node_lease SET lock_until = ? WHERE locked_by = ?",
        sql(least.isAfter(now()) ? least : now()),
        settings.node());
  }

  private int update(String sql, Object... values) throws SQLException {
    try (Connection connection = settings.connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement.executeUpdate();
    }
  }

  private static OffsetDateTime sql(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }

  private Instant now() {
    return Instant.now().plus(settings.clockShift());
  }
}

package io.runledger.guard;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Layer 2: a row with a deadline for each lock name. It gives order, not safety. Only the
 * database's clock is asked, and always {@code clock_timestamp()}: {@code now()} is when the
 * transaction began, and what {@code excluded} holds was computed before the wait for the row.
 */
final class LeaseArbiter {

  /**
   * Who stands in a lease row.
   *
   * @param attempt the owner; null when released
   * @param until the deadline
   * @param lives whether there is an owner and the deadline was still to come
   */
  record Holder(@Nullable UUID attempt, Instant until, boolean lives) {}

  /**
   * Milliseconds that a statement waits for the row: nobody of ours holds it for longer than one
   * statement, so who waits longer is told of a fault. Set by the statement itself, which is a
   * transaction of its own: a client that freezes never holds the row.
   */
  private static final String WAIT = "3000";

  private final JdbcClient control;
  private final JdbcClient renewal;

  /**
   * @param control grants and releases
   * @param renewal renews, on a connection of its own that no other work can take away
   */
  LeaseArbiter(DataSource control, DataSource renewal) {
    this.control = JdbcClient.create(control);
    this.renewal = JdbcClient.create(renewal);
  }

  /** The fence, or empty if somebody else's lease lives. One statement, its own transaction. */
  OptionalLong acquire(String lockName, UUID attempt, Duration lease) {
    // The third condition: the server's clock was set back, and the deadline would never come.
    return control
        .sql(
            """
            INSERT INTO runledger.batch_lock AS l (name, lease, locked_until, locked_by, fence)
            SELECT :name, :lease * interval '1 millisecond',
                   clock_timestamp() + :lease * interval '1 millisecond', :attempt,
                   nextval('runledger.batch_fence')
              FROM set_config('lock_timeout', :wait, true)
            ON CONFLICT (name) DO UPDATE
               SET lease = excluded.lease, locked_until = clock_timestamp() + excluded.lease,
                   locked_by = excluded.locked_by, fence = nextval('runledger.batch_fence')
             WHERE l.locked_by IS NULL OR l.locked_until < clock_timestamp()
                OR l.locked_until > clock_timestamp() + 2 * l.lease
            RETURNING fence
            """)
        .param("name", lockName)
        .param("lease", lease.toMillis())
        .param("attempt", attempt)
        .param("wait", WAIT)
        .query(Long.class)
        .optional()
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  /**
   * Whether the lease is still the attempt's, and now lives for its whole length again. It names
   * the owner: a renewal that races its own release would revive the lease otherwise.
   */
  boolean renew(String lockName, UUID attempt, long fence) {
    return renewal
            .sql(
                """
                UPDATE runledger.batch_lock SET locked_until = clock_timestamp() + lease
                  FROM set_config('lock_timeout', :wait, true)
                 WHERE name = :name AND fence = :fence AND locked_by = :attempt
                """)
            .param("name", lockName)
            .param("fence", fence)
            .param("attempt", attempt)
            .param("wait", WAIT)
            .update()
        == 1;
  }

  /**
   * Gives the lease back, if it is the attempt's. Without a fence, since after an acquisition that
   * ended in an error the attempt does not know its own.
   */
  void release(String lockName, UUID attempt) {
    control
        .sql(
            """
            UPDATE runledger.batch_lock SET locked_by = NULL
              FROM set_config('lock_timeout', :wait, true)
             WHERE name = :name AND locked_by = :attempt
            """)
        .param("name", lockName)
        .param("attempt", attempt)
        .param("wait", WAIT)
        .update();
  }

  /** Who holds the lock name, if it was ever held. */
  Optional<Holder> holder(String lockName) {
    return control
        .sql(
            """
            SELECT locked_by, locked_until,
                   locked_by IS NOT NULL AND locked_until >= clock_timestamp()
                   AND locked_until <= clock_timestamp() + 2 * lease AS lives
              FROM runledger.batch_lock WHERE name = :name
            """)
        .param("name", lockName)
        .query(
            (rs, row) ->
                new Holder(
                    rs.getObject("locked_by", UUID.class),
                    rs.getObject("locked_until", OffsetDateTime.class).toInstant(),
                    rs.getBoolean("lives")))
        .optional();
  }
}

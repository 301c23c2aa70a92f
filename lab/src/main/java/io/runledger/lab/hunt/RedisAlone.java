package io.runledger.lab.hunt;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What would have become of a hunt if Redis had been the only guard. Counted is what was seen and
 * nothing else: Redis granted a lock to one attempt while another one, that it had granted the same
 * lock to before and that had not given it back, was at work. When Redis could not answer, and
 * where nobody asked it, it let nobody in.
 *
 * @param whileLeased grants while the other's lease lived and its attempt had not ended, as the
 *     database tells; the other was heard of later, so that it was no dead pod's
 * @param whileFenced grants while the other had lost its lease, frozen or cut off, and later wrote
 *     all the same: the fence refused it
 * @param lost attempts that Redis lost the lock of while they worked
 */
record RedisAlone(long whileLeased, long whileFenced, long lost) {

  static RedisAlone of(JdbcClient jdbc) {
    return jdbc.sql(
            """
            WITH second AS (
              SELECT s.attempt,
                     bool_or(a.ended_at IS NULL OR a.ended_at > s.told) FILTER (WHERE
                       f.last_sign > s.told AND l.locked_by = f.attempt AND l.locked_until >= s.told)
                     AS leased,
                     bool_or(EXISTS (SELECT 1 FROM hunt.refused_write w
                                      WHERE w.attempt = f.attempt AND w.at > s.told)) AS fenced
                FROM hunt.redis_grant s
                JOIN hunt.redis_grant f
                  ON f.lock = s.lock AND f.attempt <> s.attempt AND f.told < s.told
                 AND (f.given_back IS NULL OR f.given_back > s.told)
                JOIN runledger.batch_attempt a ON a.attempt_id = f.attempt AND a.started_at <= s.told
                LEFT JOIN LATERAL (SELECT locked_by, locked_until FROM hunt.lease_change c
                                    WHERE c.lock = s.lock AND c.at <= s.told
                                    ORDER BY c.at DESC LIMIT 1) l ON true
               GROUP BY s.attempt)
            SELECT count(*) FILTER (WHERE leased) AS while_leased,
                   count(*) FILTER (WHERE fenced AND leased IS NOT TRUE) AS while_fenced,
                   (SELECT count(*) FROM hunt.redis_grant WHERE lost) AS lost
              FROM second
            """)
        .query(
            (row, number) ->
                new RedisAlone(
                    row.getLong("while_leased"), row.getLong("while_fenced"), row.getLong("lost")))
        .single();
  }

  /** How many were let in beside another. */
  long total() {
    return whileLeased + whileFenced;
  }
}

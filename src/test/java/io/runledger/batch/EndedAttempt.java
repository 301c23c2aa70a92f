package io.runledger.batch;

import io.runledger.test.Database;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the ledger has of one attempt. */
public record EndedAttempt(
    UUID id,
    int number,
    long fence,
    String status,
    String cause,
    @Nullable String actor,
    @Nullable String reason,
    String parameters,
    @Nullable String message) {

  static EndedAttempt read(Database database, UUID id) {
    return database
        .jdbc()
        .sql(
            """
            SELECT number, fence, status, cause, actor, reason, parameters, message
              FROM runledger.batch_attempt WHERE attempt_id = ?
            """)
        .param(id)
        .query(
            (rs, row) ->
                new EndedAttempt(
                    id,
                    rs.getInt("number"),
                    rs.getLong("fence"),
                    rs.getString("status"),
                    rs.getString("cause"),
                    rs.getString("actor"),
                    rs.getString("reason"),
                    rs.getString("parameters"),
                    rs.getString("message")))
        .single();
  }
}

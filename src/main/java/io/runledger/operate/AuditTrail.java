package io.runledger.operate;

import io.runledger.run.TextLine;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads what people asked for, and what they were answered: the last request first. */
public final class AuditTrail {

  /**
   * One request.
   *
   * @param id grows with each request
   * @param at when, by the database's clock
   * @param actor who asked
   * @param action what for
   * @param reason why, if it was said
   * @param job the job
   * @param batchDate the batch date, if it was about one
   * @param part the part, if it was about one run
   * @param verdict the answer in a word
   * @param detail the answer in a line
   * @param pod where it was asked
   */
  public record Entry(
      long id,
      Instant at,
      String actor,
      String action,
      @Nullable String reason,
      String job,
      @Nullable LocalDate batchDate,
      @Nullable String part,
      String verdict,
      @Nullable String detail,
      String pod) {}

  /**
   * Which requests are looked for.
   *
   * @param job only about this job; null for all
   * @param actor only this person's; null for everybody's
   * @param date only about this batch date; null for all
   */
  public record Filter(@Nullable String job, @Nullable String actor, @Nullable LocalDate date) {

    /** Refuses control characters. */
    public Filter {
      TextLine.check("job", job);
      TextLine.check("actor", actor);
    }
  }

  private static final String SELECTED =
      """
        FROM runledger.batch_audit
       WHERE (:job::text IS NULL OR job_name = :job)
         AND (:actor::text IS NULL OR actor = :actor)
         AND (:date::date IS NULL OR batch_date = :date)
      """;

  private final JdbcClient jdbc;

  /**
   * @param control connections that the application's own work cannot take away
   */
  public AuditTrail(DataSource control) {
    this.jdbc = JdbcClient.create(control);
  }

  /**
   * Some of the requests that a filter selects, the last one first.
   *
   * @param page counts from 0
   * @param size at most so many
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public Page<Entry> page(Filter filter, int page, int size) {
    var entries =
        bind(
                jdbc.sql("SELECT * " + SELECTED + " ORDER BY id DESC LIMIT :limit OFFSET :offset"),
                filter)
            .param("limit", size)
            .param("offset", (long) page * size)
            .query(
                (rs, row) ->
                    new Entry(
                        rs.getLong("id"),
                        rs.getObject("at", OffsetDateTime.class).toInstant(),
                        rs.getString("actor"),
                        rs.getString("action"),
                        rs.getString("reason"),
                        rs.getString("job_name"),
                        rs.getObject("batch_date", LocalDate.class),
                        rs.getString("part"),
                        rs.getString("verdict"),
                        rs.getString("detail"),
                        rs.getString("pod")))
            .list();
    long total = bind(jdbc.sql("SELECT count(*) " + SELECTED), filter).query(Long.class).single();
    return new Page<>(entries, page, size, total);
  }

  private static JdbcClient.StatementSpec bind(JdbcClient.StatementSpec statement, Filter filter) {
    return statement
        .param("job", filter.job(), Types.VARCHAR)
        .param("actor", filter.actor(), Types.VARCHAR)
        .param("date", filter.date(), Types.DATE);
  }
}

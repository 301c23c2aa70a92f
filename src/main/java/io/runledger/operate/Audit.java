package io.runledger.operate;

import io.runledger.run.Pod;
import io.runledger.run.RunKey;
import io.runledger.run.Verdict;
import java.sql.Types;
import java.time.LocalDate;
import java.util.Locale;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What people asked for, and what they were answered. Rows are only ever added. */
public final class Audit {

  /** What a person did. */
  public enum Action {
    /** Asked for one run. */
    RUN,
    /** Asked for a run as one of a range of dates. */
    BACKFILL,
    /** Asked a run to stop. */
    STOP,
    /** Held a job back. */
    HOLD,
    /** Released a job that was on hold. */
    RELEASE,
    /** Opened a completed run again. */
    REOPEN;

    /** As it stands in the table. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final JdbcClient jdbc;
  private final Pod pod;

  /**
   * @param control connections that the application's own work cannot take away
   * @param pod where people ask
   */
  public Audit(DataSource control, Pod pod) {
    this.jdbc = JdbcClient.create(control);
    this.pod = pod;
  }

  /** Keeps a request with its verdict. */
  void keep(Action action, Person person, Verdict verdict) {
    keep(action, person, verdict.key(), verdict.word(), verdict.explanation());
  }

  /** Keeps a request with what it was answered: a word, and a line for people. */
  void keep(Action action, Person person, RunKey key, String verdict, String detail) {
    keep(action, person, key.job(), key.batchDate(), key.part(), verdict, detail);
  }

  /** Keeps what was asked of a job as a whole. */
  void keep(Action action, Person person, String job, String verdict, String detail) {
    keep(action, person, job, null, null, verdict, detail);
  }

  private void keep(
      Action action,
      Person person,
      String job,
      @Nullable LocalDate date,
      @Nullable String part,
      String verdict,
      String detail) {
    jdbc.sql(
            """
            INSERT INTO runledger.batch_audit
                   (actor, action, reason, job_name, batch_date, part, verdict, detail, pod)
            VALUES (:actor, :action, :reason, :job, :date, :part, :verdict, :detail, :pod)
            """)
        .param("actor", person.actor())
        .param("action", action.word())
        .param("reason", person.reason())
        .param("job", job)
        .param("date", date, Types.DATE)
        .param("part", part, Types.VARCHAR)
        .param("verdict", verdict)
        .param("detail", detail)
        .param("pod", pod.toString())
        .update();
  }
}

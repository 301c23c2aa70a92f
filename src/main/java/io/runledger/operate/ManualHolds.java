package io.runledger.operate;

import io.runledger.batch.GuardedJobs;
import io.runledger.batch.UnknownJobException;
import io.runledger.guard.JobRegister;
import io.runledger.guard.RegisteredJob;
import io.runledger.operate.HoldAnswer.Word;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Holds jobs back, on all pods at once, and releases them. On hold nothing of the job starts, not
 * even by hand; what works already goes on to its end.
 */
public final class ManualHolds {

  private static final Logger log = LoggerFactory.getLogger(ManualHolds.class);

  private final GuardedJobs jobs;
  private final JobRegister register;
  private final Audit audit;
  private final TransactionTemplate transaction;

  /**
   * @param control connections that the application's own work cannot take away
   */
  public ManualHolds(GuardedJobs jobs, JobRegister register, Audit audit, DataSource control) {
    this.jobs = jobs;
    this.register = register;
    this.audit = audit;
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(control));
  }

  /**
   * Holds a job back until it is released.
   *
   * @throws UnknownJobException if no such job is guarded here
   * @throws DataAccessException if the database cannot answer. If it was the answer to the commit
   *     that is missing, the job may be on hold all the same: ask again, twice does no harm
   */
  public HoldAnswer hold(String job, Person person) {
    return kept(
        job,
        Audit.Action.HOLD,
        person,
        () -> {
          boolean changed = register.hold(job, person.actor(), person.reason());
          RegisteredJob now = Objects.requireNonNull(register.all().get(job));
          return new HoldAnswer(
              job, changed ? Word.HELD : Word.ALREADY_HELD, String.valueOf(now.hold()));
        });
  }

  /**
   * Releases a job.
   *
   * @throws UnknownJobException if no such job is guarded here
   * @throws DataAccessException if the database cannot answer. If it was the answer to the commit
   *     that is missing, the job may be released all the same: ask again, twice does no harm
   */
  public HoldAnswer release(String job, Person person) {
    return kept(
        job,
        Audit.Action.RELEASE,
        person,
        () -> {
          RegisteredJob before = Objects.requireNonNull(register.all().get(job));
          boolean changed = register.release(job);
          return changed
              ? new HoldAnswer(job, Word.RELEASED, "it was %s".formatted(before.hold()))
              : new HoldAnswer(job, Word.NOT_HELD, "it was not on hold");
        });
  }

  private HoldAnswer kept(
      String job, Audit.Action action, Person person, Supplier<HoldAnswer> change) {
    if (!jobs.contains(job)) {
      throw new UnknownJobException(job, jobs.names());
    }
    register.register(Set.of(job));
    HoldAnswer answer =
        Objects.requireNonNull(
            transaction.execute(
                status -> {
                  HoldAnswer changed = change.get();
                  audit.keep(action, person, job, changed.word().name(), changed.explanation());
                  return changed;
                }));
    log.atInfo()
        .addKeyValue("job", job)
        .addKeyValue("actor", person.actor())
        .log("{}: {} ({}), asked by {}.", job, answer.word(), answer.explanation(), person.actor());
    return answer;
  }
}

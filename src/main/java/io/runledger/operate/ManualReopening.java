package io.runledger.operate;

import io.runledger.batch.GuardedJobs;
import io.runledger.batch.UnknownJobException;
import io.runledger.guard.JobGuard;
import io.runledger.guard.Ledger;
import io.runledger.guard.Reopening;
import io.runledger.guard.Reopening.Scope;
import io.runledger.operate.ReopenAnswer.Word;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens completed runs again, to be undone and run once more. What was begun on their base is
 * opened with them, or nothing is.
 */
public final class ManualReopening {

  private static final Logger log = LoggerFactory.getLogger(ManualReopening.class);

  /** How many runs are named in a line. */
  private static final int NAMED = 5;

  private final GuardedJobs jobs;
  private final Ledger ledger;
  private final Reopening reopening;
  private final Function<RunKey, Scope> scopes;
  private final ManualRuns runs;
  private final Audit audit;

  /**
   * @param scopes what may stand on a run
   */
  public ManualReopening(
      GuardedJobs jobs,
      Ledger ledger,
      Reopening reopening,
      Function<RunKey, Scope> scopes,
      ManualRuns runs,
      Audit audit) {
    this.jobs = jobs;
    this.ledger = ledger;
    this.reopening = reopening;
    this.scopes = scopes;
    this.runs = runs;
    this.audit = audit;
  }

  /**
   * Opens a completed run, and with it, if the person wants that, what stands on it. The workers
   * run them again, in order.
   *
   * @param withLater whether later dates and downstream runs are opened with it; without it a run
   *     that has any is refused
   * @throws UnknownJobException if no such job is guarded here
   * @throws org.springframework.dao.DataAccessException if the database cannot answer. All of the
   *     runs are open then, or none, and which is not known if it was the answer to the commit that
   *     is missing: ask again, what is open answers ALREADY_REOPENED
   */
  public ReopenAnswer reopen(RunKey key, boolean withLater, Person person) {
    JobGuard guard =
        jobs.find(key.job())
            .map(GuardedJobs.GuardedJob::guard)
            .orElseThrow(() -> new UnknownJobException(key.job(), jobs.names()));
    ReopenAnswer answer = answer(key, guard, withLater, person);
    if (answer.word() != Word.REOPENED) {
      audit.keep(Audit.Action.REOPEN, person, key, answer.word().name(), answer.explanation());
    }
    log.atInfo()
        .addKeyValue("run", key)
        .addKeyValue("actor", person.actor())
        .log("{}: {} ({}), asked by {}.", key, answer.word(), answer.explanation(), person.actor());
    return answer;
  }

  private ReopenAnswer answer(RunKey key, JobGuard guard, boolean withLater, Person person) {
    if (!jobs.isReversible(key.job())) {
      return ReopenAnswer.blocked(key, cannotBeUndone(key.job()));
    }
    Optional<Run> run = ledger.read(key);
    if (run.isEmpty()) {
      return ReopenAnswer.blocked(key, "it was never run; run it");
    }
    if (run.get().status() != RunStatus.COMPLETED) {
      return notCompleted(run.get());
    }
    Scope scope = scopes.apply(key);
    List<Run> later = reopening.standingOn(scope);
    Optional<String> irreversible =
        later.stream()
            .filter(one -> !jobs.isReversible(one.key().job()))
            .findFirst()
            .map(
                one -> "%s stands on it: %s".formatted(one.key(), cannotBeUndone(one.key().job())));
    if (irreversible.isPresent()) {
      return ReopenAnswer.blocked(key, irreversible.get());
    }
    if (!later.isEmpty() && !withLater) {
      return new ReopenAnswer(
          key,
          Word.BLOCKED,
          keys(later),
          "%d runs stand on it and have to be reopened with it (--with-later): %s"
              .formatted(later.size(), named(keys(later))));
    }
    List<Run> all = Stream.concat(Stream.of(run.get()), later.stream()).toList();
    return reopen(key, guard, all, scope, person);
  }

  private ReopenAnswer reopen(
      RunKey key, JobGuard guard, List<Run> all, Scope scope, Person person) {
    List<RunKey> keys = keys(all);
    String message =
        "reopened by %s%s"
            .formatted(person.actor(), person.reason() == null ? "" : ": " + person.reason());
    ReopenAnswer done =
        new ReopenAnswer(
            key,
            Word.REOPENED,
            keys,
            all.size() == 1
                ? "generation %d".formatted(all.get(0).generation() + 1)
                : "with %d that stand on it: %s"
                    .formatted(all.size() - 1, named(keys.subList(1, keys.size()))));
    Reopening.Result result =
        reopening.reopen(
            all,
            scope,
            this::lockName,
            guard.lease(),
            message,
            () ->
                keys.forEach(
                    one ->
                        audit.keep(
                            Audit.Action.REOPEN,
                            person,
                            one,
                            done.word().name(),
                            one.equals(key) ? done.explanation() : "with " + key)));
    return switch (result) {
      case REOPENED -> done;
      case BUSY ->
          new ReopenAnswer(
              key,
              Word.ALREADY_RUNNING,
              List.of(),
              "something works under its lock, or under that of a run that stands on it; stop it, or wait");
      case MOVED ->
          new ReopenAnswer(
              key,
              Word.ALREADY_RUNNING,
              List.of(),
              "something that stands on it was begun or ended meanwhile; ask again");
    };
  }

  /**
   * Has what was reopened run again, and stays until it is done; a worker may be faster.
   *
   * @return what became of the runs, in their order, up to the first that is not complete
   */
  public List<Outcome> carryOut(ReopenAnswer reopened, Person person, Watcher watcher) {
    List<Outcome> outcomes = new ArrayList<>();
    for (RunKey key : reopened.runs()) {
      ManualRequest request = new ManualRequest(key, Audit.Action.RUN, person, Map.of());
      Outcome outcome = runs.ask(request, Patience.ANY, watcher);
      outcomes.add(outcome);
      if (!outcome.isComplete()) {
        break;
      }
    }
    return outcomes;
  }

  private String lockName(RunKey key) {
    return jobs.find(key.job()).orElseThrow().guard().lockName(key);
  }

  private static ReopenAnswer notCompleted(Run run) {
    return switch (run.status()) {
      case REOPENED ->
          new ReopenAnswer(
              run.key(), Word.ALREADY_REOPENED, List.of(run.key()), String.valueOf(run.message()));
      case RUNNING ->
          new ReopenAnswer(
              run.key(),
              Word.ALREADY_RUNNING,
              List.of(),
              "attempt %d on %s works on it".formatted(run.attempts(), run.pod()));
      default ->
          ReopenAnswer.blocked(
              run.key(), "it is %s, and not completed; run it".formatted(run.status()));
    };
  }

  private static String cannotBeUndone(String job) {
    return "the job '%s' has no Reversal bean, so its runs cannot be undone".formatted(job);
  }

  private static List<RunKey> keys(List<Run> runs) {
    return runs.stream().map(Run::key).toList();
  }

  private static String named(List<RunKey> keys) {
    String names =
        keys.stream().limit(NAMED).map(RunKey::toString).collect(Collectors.joining(", "));
    return keys.size() > NAMED ? "%s and %d more".formatted(names, keys.size() - NAMED) : names;
  }
}

package io.runledger.guard;

import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.Decision;
import io.runledger.run.Layer;
import io.runledger.run.Pod;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * The whole way of a request, on one page: the ledger's row is read, then filter, lease and ledger
 * are asked in this order, and what was taken on the way is given back unless the run is granted.
 *
 * <p>A "no" is told apart from a "don't know" everywhere: a fault of Redis lets the request pass to
 * the lease; a fault of the database answers UNAVAILABLE, never ALREADY_RUNNING.
 */
public final class GuardChain {

  private static final Logger log = LoggerFactory.getLogger(GuardChain.class);

  /** How often a request is asked again when the row moved under it, before it gives up. */
  private static final int ROUNDS = 3;

  private final Pod pod;
  private final Filter filter;
  private final LeaseArbiter arbiter;
  private final Ledger ledger;
  private final Grants grants;
  private final LiveAttempts live;
  private final GuardEvents events;
  private final PodTime time;

  GuardChain(
      Pod pod,
      Filter filter,
      LeaseArbiter arbiter,
      Ledger ledger,
      Grants grants,
      LiveAttempts live,
      GuardEvents events,
      PodTime time) {
    this.pod = pod;
    this.filter = filter;
    this.arbiter = arbiter;
    this.ledger = ledger;
    this.grants = grants;
    this.live = live;
    this.events = events;
    this.time = time;
  }

  /** Asks for the run. Never throws for a fault of Redis or of the database. */
  public Passage pass(RunRequest request, JobGuard job) {
    Passage passage = ask(request, job);
    events.tell(listener -> listener.answered(passage.verdict()));
    return passage;
  }

  private Passage ask(RunRequest request, JobGuard job) {
    Answers answers = new Answers(request.key(), job.effects());
    try {
      for (int round = 0; round < ROUNDS; round++) {
        Optional<Passage> passage = askOnce(request, job, answers);
        if (passage.isPresent()) {
          return passage.get();
        }
      }
      return new Passage.Answered(answers.outrun(ledger.read(request.key()), request.cause()));
    } catch (DataAccessException | TransactionException e) {
      // The verdict tells it; a pod that asks in rounds would write a stack trace in each.
      log.atDebug()
          .addKeyValue("run", request.key())
          .setCause(e)
          .log("{}: the database could not answer.", request.key());
      return new Passage.Answered(
          answers.unavailable(
              Layer.LEDGER, NestedExceptionUtils.getMostSpecificCause(e).getMessage()));
    }
  }

  /** Empty: what was read did not hold by the time it was acted on; ask again. */
  private Optional<Passage> askOnce(RunRequest request, JobGuard job, Answers answers) {
    RunKey key = request.key();
    Optional<Run> seen = ledger.read(key);
    Optional<Verdict> refusal = seen.flatMap(run -> answers.byRow(run, request.cause()));
    if (refusal.isPresent()) {
      return answered(refusal.get());
    }
    Timetable.Entry entry = ledger.entry(key, job);
    Optional<String> obstacle = ledger.obstacle(request, seen, entry);
    if (obstacle.isPresent()) {
      return answered(answers.blocked(obstacle.get()));
    }
    Optional<RunKey> occupant = live.occupy(key);
    if (occupant.isPresent()) {
      return answered(answers.occupied(occupant.get(), pod.toString()));
    }
    Optional<Passage> passage = Optional.empty();
    try {
      passage = throughFilter(request, job, answers, seen, entry);
      return passage;
    } finally {
      if (!isGranted(passage)) {
        live.vacate(key);
      }
    }
  }

  /** Layer 1. A recovery skips it: the dead owner's lock may well be there still. */
  private Optional<Passage> throughFilter(
      RunRequest request,
      JobGuard job,
      Answers answers,
      Optional<Run> seen,
      Timetable.Entry entry) {
    if (request.cause().kind() == Cause.Kind.RECOVERY) {
      return throughLease(request, job, answers, seen, entry, UUID.randomUUID(), false);
    }
    UUID attempt = UUID.randomUUID();
    String lockName = job.lockName(request.key());
    Optional<Passage> passage = Optional.empty();
    try {
      Filter.Answer answer = filter.tryAcquire(lockName, attempt);
      if (answer == Filter.Answer.BUSY) {
        Optional<Verdict> busy = believeBusy(request, lockName, answers);
        if (busy.isPresent()) {
          return answered(busy.get());
        }
      }
      if (answer != Filter.Answer.HELD) {
        events.tell(listener -> listener.filterUnknown(lockName));
      }
      passage =
          throughLease(request, job, answers, seen, entry, attempt, answer == Filter.Answer.HELD);
      return passage;
    } finally {
      if (!isGranted(passage)) {
        filter.release(lockName, attempt);
      }
    }
  }

  /**
   * A scheduled wake believes Redis. A person does not, nor does a round that meets it again: a
   * lock without a living lease is a ghost, a key without an end, or a stranger's.
   */
  private Optional<Verdict> believeBusy(RunRequest request, String lockName, Answers answers) {
    if (!request.cause().isPerson() && !request.again()) {
      return Optional.of(answers.filtered(lockName));
    }
    return arbiter
        .holder(lockName)
        .filter(LeaseArbiter.Holder::lives)
        .map(holder -> leased(lockName, holder, answers));
  }

  /** Layer 2. */
  private Optional<Passage> throughLease(
      RunRequest request,
      JobGuard job,
      Answers answers,
      Optional<Run> seen,
      Timetable.Entry entry,
      UUID attempt,
      boolean filterHeld) {
    String lockName = job.lockName(request.key());
    Optional<Passage> passage = Optional.empty();
    try {
      long askedAt = time.nanoTime();
      OptionalLong fence = arbiter.acquire(lockName, attempt, job.lease());
      if (fence.isEmpty()) {
        return arbiter
            .holder(lockName)
            .filter(LeaseArbiter.Holder::lives)
            .map(holder -> new Passage.Answered(leased(lockName, holder, answers)));
      }
      passage =
          throughLedger(request, job, seen, entry, attempt, fence.getAsLong(), askedAt, filterHeld);
      return passage;
    } finally {
      if (!isGranted(passage)) {
        grants.release(lockName, attempt);
      }
    }
  }

  private Verdict leased(String lockName, LeaseArbiter.Holder holder, Answers answers) {
    UUID owner = holder.attempt();
    Optional<Run> holders = owner == null ? Optional.empty() : ledger.ofAttempt(owner);
    return answers.leased(lockName, holder, holders);
  }

  /** Layer 3. No row back: the caller looks at the row again. */
  private Optional<Passage> throughLedger(
      RunRequest request,
      JobGuard job,
      Optional<Run> seen,
      Timetable.Entry entry,
      UUID id,
      long fence,
      long askedAt,
      boolean filterHeld) {
    String lockName = job.lockName(request.key());
    Optional<Passage> claimed =
        ledger
            .claim(request, seen, entry, id, fence, lockName, pod)
            .map(claim -> granted(claim, job, lockName, askedAt, seen, filterHeld));
    if (claimed.isEmpty() && seen.isPresent() && seen.get().fence() >= fence) {
      Answers answers = new Answers(request.key(), job.effects());
      return answered(answers.steppedBack(seen.get(), fence));
    }
    return claimed;
  }

  private Passage granted(
      Claim claim,
      JobGuard job,
      String lockName,
      long askedAt,
      Optional<Run> seen,
      boolean filterHeld) {
    LiveAttempt granted = grants.begin(claim, job, lockName, askedAt, filterHeld);
    Attempt attempt = claim.attempt();
    // A row may stand there of a date that nobody ever worked on.
    Optional<Run> before = seen.filter(run -> run.status() != RunStatus.MISSED);
    Decision decision =
        new Decision(
            Layer.LEDGER,
            before.map(Run::pod).orElse(pod.toString()),
            before.map(Run::startedAt).orElse(null));
    AttemptEnd end = claim.insteadOfWork();
    if (end != null) {
      return new Passage.Granted(
          new Answers(attempt.key(), job.effects()).closed(decision, end), granted);
    }
    Verdict verdict =
        before.isEmpty()
            ? new Verdict.Started(attempt.key(), decision, job.effects(), attempt)
            : new Verdict.Resumed(attempt.key(), decision, job.effects(), attempt);
    return new Passage.Granted(verdict, granted);
  }

  private static Optional<Passage> answered(Verdict verdict) {
    return Optional.of(new Passage.Answered(verdict));
  }

  private static boolean isGranted(Optional<Passage> passage) {
    return passage.isPresent() && passage.get() instanceof Passage.Granted;
  }
}

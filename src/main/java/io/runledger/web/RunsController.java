package io.runledger.web;

import io.runledger.guard.RunFilter;
import io.runledger.operate.Audit;
import io.runledger.operate.ManualRequest;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.ManualStops;
import io.runledger.operate.Person;
import io.runledger.operate.RunView;
import io.runledger.operate.StatusQuery;
import io.runledger.operate.StatusQuery.RunHistory;
import io.runledger.operate.StepQuery;
import io.runledger.operate.StopAnswer;
import io.runledger.run.AttemptRecord;
import io.runledger.run.RunKey;
import io.runledger.run.Verdict;
import io.swagger.v3.oas.annotations.Operation;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Runs: to look at, to ask for, to stop. */
@RestController
@RequestMapping(path = "/runs", produces = MediaType.APPLICATION_JSON_VALUE)
final class RunsController {

  private final StatusQuery status;
  private final StepQuery steps;
  private final ManualRuns runs;
  private final ManualStops stops;

  RunsController(StatusQuery status, StepQuery steps, ManualRuns runs, ManualStops stops) {
    this.status = status;
    this.steps = steps;
    this.runs = runs;
    this.stops = stops;
  }

  @Operation(summary = "Runs, the latest date first")
  @GetMapping
  PageBody<RunView> search(
      @RequestParam(name = "job", required = false) @Nullable String job,
      @RequestParam(name = "from", required = false) @Nullable String from,
      @RequestParam(name = "to", required = false) @Nullable String to,
      @RequestParam(name = "status", required = false) @Nullable List<String> words,
      @RequestParam(name = "page", defaultValue = "0") int page,
      @RequestParam(name = "size", defaultValue = "50") int size) {
    RunFilter filter =
        new RunFilter(
            job,
            Asked.optionalDate("from", from),
            Asked.optionalDate("to", to),
            Asked.status(words));
    return PageBody.of(status.page(filter, Asked.page(page), Asked.size(size)), RunView::of);
  }

  @Operation(summary = "One run with its attempts and their steps")
  @GetMapping("/{job}/{date}")
  RunBody one(
      @PathVariable("job") String job,
      @PathVariable("date") String date,
      @RequestParam(name = "part", required = false) @Nullable String part) {
    RunKey key = new RunKey(job, Asked.date("date", date), Asked.part(part));
    RunHistory history =
        status
            .find(key)
            .orElseThrow(
                () ->
                    new RefusedException(
                        Problem.of(
                            HttpStatus.NOT_FOUND,
                            "No such run",
                            "%s was never run.".formatted(key))));
    return RunBody.of(
        history, steps.of(job, history.attempts().stream().map(AttemptRecord::id).toList()));
  }

  @Operation(summary = "Asks for a run")
  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<VerdictBody> run(@RequestBody TriggerBody body, Principal principal) {
    RunKey key =
        new RunKey(
            Asked.text("job", body.job()),
            Asked.date("batchDate", body.batchDate()),
            Asked.part(body.part()));
    Person person = new Person(principal.getName(), body.reason());
    Map<String, String> parameters = Asked.parameters(body.parameters());
    Verdict verdict = runs.ask(new ManualRequest(key, Audit.Action.RUN, person, parameters));
    return answer(verdict);
  }

  private ResponseEntity<VerdictBody> answer(Verdict verdict) {
    if (verdict instanceof Verdict.Blocked) {
      throw refused(HttpStatus.CONFLICT, verdict);
    }
    if (verdict instanceof Verdict.Unavailable) {
      throw refused(HttpStatus.SERVICE_UNAVAILABLE, verdict);
    }
    boolean begun = verdict instanceof Verdict.Started || verdict instanceof Verdict.Resumed;
    return begun
        ? ResponseEntity.accepted().body(VerdictBody.of(verdict, null))
        : ResponseEntity.ok(VerdictBody.of(verdict, view(verdict.key())));
  }

  private static RefusedException refused(HttpStatus code, Verdict verdict) {
    return new RefusedException(
        new Problem(
            code,
            verdict.word(),
            "%s: %s".formatted(verdict.key(), verdict.explanation()),
            VerdictBody.of(verdict, null).members()));
  }

  /** The verdict stands, whether or not the run can be read now. */
  private @Nullable RunView view(RunKey key) {
    try {
      return status.find(key).map(RunHistory::run).map(RunView::of).orElse(null);
    } catch (DataAccessException e) {
      return null;
    }
  }

  @Operation(summary = "Asks a run to stop at its next chunk")
  @PostMapping(path = "/{job}/{date}/stop", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<StopBody> stop(
      @PathVariable("job") String job,
      @PathVariable("date") String date,
      @RequestParam(name = "part", required = false) @Nullable String part,
      @RequestBody ReasonBody body,
      Principal principal) {
    RunKey key = new RunKey(job, Asked.date("date", date), Asked.part(part));
    StopAnswer answer =
        stops.ask(key, new Person(principal.getName(), Asked.reason(body.reason())));
    return switch (answer.word()) {
      case STOPPING -> ResponseEntity.accepted().body(StopBody.of(answer));
      case STOPPED, ALREADY_COMPLETED -> ResponseEntity.ok(StopBody.of(answer));
      case NOT_RUNNING ->
          throw new RefusedException(
              Problem.of(
                  HttpStatus.CONFLICT,
                  answer.word().name(),
                  "%s: %s; there was nothing to stop.".formatted(key, answer.explanation())));
    };
  }
}

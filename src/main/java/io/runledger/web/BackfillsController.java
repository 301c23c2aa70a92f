package io.runledger.web;

import io.runledger.operate.Backfill;
import io.runledger.operate.BackfillPlan;
import io.runledger.operate.BackfillRequest;
import io.runledger.operate.BackfillRequest.Selection;
import io.runledger.operate.BackgroundBackfills;
import io.runledger.operate.Person;
import io.swagger.v3.oas.annotations.Operation;
import java.security.Principal;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Ranges of dates: the plan, and carrying it out. */
@RestController
@RequestMapping(path = "/backfills", produces = MediaType.APPLICATION_JSON_VALUE)
final class BackfillsController {

  private final Backfill backfill;
  private final BackgroundBackfills background;

  BackfillsController(Backfill backfill, BackgroundBackfills background) {
    this.backfill = backfill;
    this.background = background;
  }

  @Operation(summary = "Runs a range of dates in order, or shows the plan of it")
  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<PlanBody> backfill(@RequestBody BackfillBody body, Principal principal) {
    BackfillRequest range =
        new BackfillRequest(
            Asked.text("job", body.job()),
            Asked.part(body.part()),
            Asked.date("from", body.from()),
            Asked.date("to", body.to()),
            body.only() == null ? Selection.ALL : Asked.one("only", Selection.class, body.only()));
    if (Boolean.TRUE.equals(body.dryRun())) {
      return ResponseEntity.ok(PlanBody.of(backfill.plan(range)));
    }
    Person person = new Person(principal.getName(), Asked.reason(body.reason()));
    BackfillPlan plan = backfill.plan(range);
    if (plan.isRefused()) {
      throw new RefusedException(
          Problem.of(
              HttpStatus.CONFLICT,
              "BLOCKED",
              "%s: %s is in the future, today is %s in the job's zone; nothing was run. End the range by then."
                  .formatted(range.job(), range.to(), plan.today())));
    }
    if (!background.begin(plan, person, Asked.parameters(body.parameters()))) {
      throw new RefusedException(
          Problem.of(
              HttpStatus.SERVICE_UNAVAILABLE,
              "Too many backfills",
              "This pod carries out as many backfills as it can; nothing was run. Wait for one of them, or ask another pod."));
    }
    return ResponseEntity.accepted().body(PlanBody.of(plan));
  }
}

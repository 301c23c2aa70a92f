package io.runledger.web;

import io.runledger.operate.ManualReopening;
import io.runledger.operate.Person;
import io.runledger.operate.ReopenAnswer;
import io.runledger.run.RunKey;
import io.swagger.v3.oas.annotations.Operation;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Completed runs, to open again. Of all that can be done here this alone undoes something. */
@RestController
@RequestMapping(path = "/runs/{job}/{date}/reopen", produces = MediaType.APPLICATION_JSON_VALUE)
final class ReopeningController {

  private final ManualReopening reopening;

  ReopeningController(ManualReopening reopening) {
    this.reopening = reopening;
  }

  @Operation(summary = "Opens a completed run again, to be undone and run once more")
  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<ReopenedBody> reopen(
      @PathVariable("job") String job,
      @PathVariable("date") String date,
      @RequestParam(name = "part", required = false) @Nullable String part,
      @RequestBody ReopenBody body,
      Principal principal) {
    RunKey key = new RunKey(job, Asked.date("date", date), Asked.part(part));
    Person person = new Person(principal.getName(), Asked.reason(body.reason()));
    ReopenAnswer answer = reopening.reopen(key, Boolean.TRUE.equals(body.withLater()), person);
    return switch (answer.word()) {
      case REOPENED -> ResponseEntity.accepted().body(ReopenedBody.of(answer));
      case ALREADY_REOPENED -> ResponseEntity.ok(ReopenedBody.of(answer));
      case ALREADY_RUNNING, BLOCKED ->
          throw new RefusedException(
              new Problem(
                  HttpStatus.CONFLICT,
                  answer.word().name(),
                  "%s: %s".formatted(key, answer.explanation()),
                  Map.of("runs", answer.runs())));
    };
  }
}

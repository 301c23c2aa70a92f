package io.runledger.web;

import io.runledger.operate.ManualHolds;
import io.runledger.operate.Person;
import io.swagger.v3.oas.annotations.Operation;
import java.security.Principal;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Jobs as a whole: to hold back, and to release. */
@RestController
@RequestMapping(path = "/jobs", produces = MediaType.APPLICATION_JSON_VALUE)
final class JobsController {

  private final ManualHolds holds;

  JobsController(ManualHolds holds) {
    this.holds = holds;
  }

  @Operation(summary = "Holds a job back on all pods")
  @PostMapping(path = "/{job}/hold", consumes = MediaType.APPLICATION_JSON_VALUE)
  HoldBody hold(
      @PathVariable("job") String job, @RequestBody ReasonBody body, Principal principal) {
    return HoldBody.of(holds.hold(job, person(body, principal)));
  }

  @Operation(summary = "Releases a job")
  @PostMapping(path = "/{job}/release", consumes = MediaType.APPLICATION_JSON_VALUE)
  HoldBody release(
      @PathVariable("job") String job, @RequestBody ReasonBody body, Principal principal) {
    return HoldBody.of(holds.release(job, person(body, principal)));
  }

  private static Person person(ReasonBody body, Principal principal) {
    return new Person(principal.getName(), Asked.reason(body.reason()));
  }
}

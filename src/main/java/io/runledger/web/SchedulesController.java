package io.runledger.web;

import io.runledger.operate.SchedulePreview;
import io.swagger.v3.oas.annotations.Operation;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the schedules make due, whatever the ledger has of it. */
@RestController
@RequestMapping(path = "/schedules", produces = MediaType.APPLICATION_JSON_VALUE)
final class SchedulesController {

  private final SchedulePreview preview;

  SchedulesController(SchedulePreview preview) {
    this.preview = preview;
  }

  @Operation(summary = "What is due next of each job")
  @GetMapping
  SchedulesBody next() {
    return new SchedulesBody(preview.next());
  }

  @Operation(summary = "What a range of batch dates has")
  @GetMapping("/{job}")
  ScheduleBody of(
      @PathVariable("job") String job,
      @RequestParam(name = "from", required = false) @Nullable String from,
      @RequestParam(name = "to", required = false) @Nullable String to) {
    return new ScheduleBody(
        preview.of(job, Asked.optionalDate("from", from), Asked.optionalDate("to", to)));
  }
}

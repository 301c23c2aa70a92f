package io.runledger.web;

import io.runledger.operate.AuditTrail;
import io.runledger.operate.LeaseQuery;
import io.swagger.v3.oas.annotations.Operation;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What stands beside the runs: who has which lease, and who asked for what. */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
final class LedgerController {

  private final LeaseQuery leases;
  private final AuditTrail audit;

  LedgerController(LeaseQuery leases, AuditTrail audit) {
    this.leases = leases;
    this.audit = audit;
  }

  @Operation(summary = "Who has which lock name, and until when")
  @GetMapping("/leases")
  LeasesBody leases() {
    return new LeasesBody(leases.all());
  }

  @Operation(summary = "What people asked for, and what they were answered")
  @GetMapping("/audit")
  PageBody<AuditTrail.Entry> audit(
      @RequestParam(name = "job", required = false) @Nullable String job,
      @RequestParam(name = "actor", required = false) @Nullable String actor,
      @RequestParam(name = "date", required = false) @Nullable String date,
      @RequestParam(name = "page", defaultValue = "0") int page,
      @RequestParam(name = "size", defaultValue = "50") int size) {
    AuditTrail.Filter filter = new AuditTrail.Filter(job, actor, Asked.optionalDate("date", date));
    return PageBody.of(audit.page(filter, Asked.page(page), Asked.size(size)), Function.identity());
  }
}

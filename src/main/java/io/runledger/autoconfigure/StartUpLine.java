package io.runledger.autoconfigure;

import io.runledger.autoconfigure.RunledgerProperties.FilterSettings;
import io.runledger.batch.GuardedJobs;
import io.runledger.run.Pod;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/** The first line of a night: who this pod is, what it guards, and with what. */
final class StartUpLine implements ApplicationListener<ContextRefreshedEvent> {

  private static final Logger log = LoggerFactory.getLogger(StartUpLine.class);

  private final ApplicationContext context;
  private final Pod pod;
  private final LedgerLocation location;
  private final GuardedJobs jobs;
  private final FilterSettings filter;

  StartUpLine(
      ApplicationContext context,
      Pod pod,
      LedgerLocation location,
      GuardedJobs jobs,
      FilterSettings filter) {
    this.context = context;
    this.pod = pod;
    this.location = location;
    this.jobs = jobs;
    this.filter = filter;
  }

  @Override
  public void onApplicationEvent(ContextRefreshedEvent refreshed) {
    if (refreshed.getApplicationContext() != context) {
      return; // the management port's, say
    }
    int nodes = filter.nodes().size() + filter.redisson().size();
    log.atInfo()
        .addKeyValue("pod", pod)
        .addKeyValue("ledger", location.id())
        .log(
            "Pod {} guards {}; ledger {}, Spring Batch's tables {}*, filter {}.",
            pod,
            jobs.names().isEmpty()
                ? "no job, since none stands under runledger.jobs"
                : String.join(", ", jobs.names()),
            location.id(),
            location.tablePrefix(),
            nodes == 0 ? "off" : "over " + nodes + " node(s)");
  }
}

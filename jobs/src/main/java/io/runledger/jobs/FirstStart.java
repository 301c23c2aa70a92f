package io.runledger.jobs;

import io.runledger.jobs.embedded.Embedded;
import io.runledger.jobs.portfolio.Generator;
import io.runledger.operate.Audit;
import io.runledger.operate.ManualRequest;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.Person;
import io.runledger.operate.StatusQuery;
import io.runledger.run.RunKey;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.stereotype.Component;

/**
 * The first start on an empty embedded database makes accounts and runs yesterday's interest, so
 * that there is something to see. On a database of one's own it does nothing, ever.
 */
@Component
@ConditionalOnBooleanProperty(name = "runledger.worker", matchIfMissing = true)
class FirstStart {

  private static final Logger log = LoggerFactory.getLogger(FirstStart.class);

  private static final String JOB = "eod-interest";
  private static final int ACCOUNTS = 100_000;
  private static final long SEED = 1;

  private final ConfigurableEnvironment environment;
  private final Generator generator;
  private final StatusQuery status;
  private final ManualRuns runs;

  FirstStart(
      ConfigurableEnvironment environment,
      Generator generator,
      StatusQuery status,
      ManualRuns runs) {
    this.environment = environment;
    this.generator = generator;
    this.status = status;
    this.runs = runs;
  }

  @EventListener(ApplicationReadyEvent.class)
  void somethingToSee() {
    if (!Embedded.isInUse(environment)) {
      return;
    }
    if (generator.isEmpty()) {
      Generator.Generated generated = generator.generate(ACCOUNTS, SEED);
      log.atInfo().log(
          "First start: generated {} accounts with {} entries",
          generated.accounts(),
          generated.entries());
    }
    if (status.latest(JOB, null, 1).isEmpty()) {
      RunKey yesterday = new RunKey(JOB, runs.today(JOB).minusDays(1), "");
      Person firstStart = new Person("first-start", "something to see");
      runs.ask(new ManualRequest(yesterday, Audit.Action.RUN, firstStart, Map.of()));
    }
  }
}

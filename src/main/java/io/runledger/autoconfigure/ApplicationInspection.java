package io.runledger.autoconfigure;

import io.runledger.batch.JobsRefusedException;
import io.runledger.batch.Refusal;
import io.runledger.batch.TransactionInspection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.boot.batch.autoconfigure.JobLauncherApplicationRunner;
import org.springframework.context.ApplicationContext;

/** Finds what in the application, outside its jobs, would break the promise. */
final class ApplicationInspection {

  private final ApplicationContext context;
  private final LedgerDataSource ledger;

  ApplicationInspection(ApplicationContext context, LedgerDataSource ledger) {
    this.context = context;
    this.ledger = ledger;
  }

  /**
   * @param guarded the names of the guarded jobs
   * @throws JobsRefusedException naming everything that has to change
   */
  void inspect(Collection<String> guarded) {
    List<Refusal> refusals = new ArrayList<>();
    if (context.getBeanNamesForType(FencedBatchConfiguration.class).length == 0) {
      refusals.add(
          new Refusal(
              "the beans " + Arrays.toString(context.getBeanNamesForType(JobRepository.class)),
              "come from an @EnableBatchProcessing or a DefaultBatchConfiguration of the"
                  + " application, so the fence is not in the job repository.",
              "Remove it, and configure Spring Batch by spring.batch.* properties."));
    }
    if (!new TransactionInspection(ledger.dataSource(), ledger.transactions())
        .isOnTheLedger(ledger.transactions())) {
      refusals.add(
          new Refusal(
              "the transaction manager of Spring Batch, a "
                  + ledger.transactions().getClass().getSimpleName()
                  + ",",
              "does not work on the ledger's data source, so metadata and ledger would not be in one"
                  + " database.",
              "Mark data source and transaction manager of one database with @BatchDataSource and"
                  + " @BatchTransactionManager, or make them primary."));
    }
    if (context.getBeanNamesForType(JobLauncherApplicationRunner.class).length > 0) {
      String selected = context.getEnvironment().getProperty("spring.batch.job.name", "");
      if (selected.isEmpty() || guarded.contains(selected)) {
        refusals.add(
            new Refusal(
                "spring.batch.job.enabled is true"
                    + (selected.isEmpty() ? "" : " and spring.batch.job.name is '" + selected + "'")
                    + ",",
                "so Boot would start a guarded job around the guard, at each start of each pod.",
                "Set it to false; give a job that is to run at start-up no place under"
                    + " runledger.jobs."));
      }
    }
    if (!refusals.isEmpty()) {
      throw new JobsRefusedException(refusals);
    }
  }
}

package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.step.StepExecution;

class RunProgressTest {

  private final JobExecution job =
      new JobExecution(1, new JobInstance(1, "daily"), new JobParameters());

  private StepExecution step(String name, BatchStatus status, long written) {
    StepExecution step = new StepExecution(1, name, job);
    step.setStatus(status);
    step.setWriteCount(written);
    return step;
  }

  private static StepExecution of(long total, StepExecution step) {
    step.getExecutionContext().putLong(RunProgress.TOTAL, total);
    return step;
  }

  @Test
  void rows_written_filtered_and_skipped_are_done() {
    StepExecution step = of(10, step("load", BatchStatus.STARTED, 4));
    step.setFilterCount(2);
    step.setWriteSkipCount(1);

    assertThat(RunProgress.of(List.of(step)))
        .contains(new RunProgress("load", 7, OptionalLong.of(10)));
  }

  @Test
  void partitions_are_counted_once_before_and_after_the_manager_has_added_them_up() {
    StepExecution one = of(10, step("load:partition0", BatchStatus.COMPLETED, 10));
    StepExecution other = of(10, step("load:partition1", BatchStatus.STARTED, 5));
    StepExecution during = step("load", BatchStatus.STARTED, 0);
    StepExecution after = step("load", BatchStatus.COMPLETED, 15);
    RunProgress expected = new RunProgress("load", 15, OptionalLong.of(20));

    assertThat(RunProgress.of(List.of(during, one, other))).contains(expected);
    assertThat(RunProgress.of(List.of(after, one, other))).contains(expected);
  }

  @Test
  void the_step_that_runs_is_shown_and_its_total_only_if_all_of_it_is_known() {
    StepExecution before = of(3, step("unpack", BatchStatus.COMPLETED, 3));
    StepExecution manager = step("load", BatchStatus.STARTED, 0);
    StepExecution one = of(10, step("load:partition0", BatchStatus.STARTED, 1));
    StepExecution silent = step("load:partition1", BatchStatus.STARTED, 1);

    assertThat(RunProgress.of(List.of(before, manager, one, silent)))
        .contains(new RunProgress("load", 2, OptionalLong.empty()));
    assertThat(RunProgress.of(List.of())).isEmpty();
  }

  @Test
  void a_colon_in_a_name_alone_makes_no_partition() {
    assertThat(RunProgress.of(List.of(step("load:eur", BatchStatus.STARTED, 1))))
        .contains(new RunProgress("load:eur", 1, OptionalLong.empty()));
  }
}

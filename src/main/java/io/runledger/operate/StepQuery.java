package io.runledger.operate;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What Spring Batch's metadata says of attempts: their steps, as far as that is still kept. */
public final class StepQuery {

  private static final int MOST = 1_000;

  /**
   * One step of one attempt. Of a partitioned step there is a row for itself, in which Spring Batch
   * sums up, and one for each partition.
   *
   * @param step the name that Spring Batch knows it by
   * @param status Spring Batch's word for how it is, or ended
   * @param read rows read
   * @param written rows written
   * @param filtered rows that the step left out
   * @param skipped rows that failed and were passed over
   * @param commits committed transactions
   * @param rollbacks transactions that were rolled back
   * @param tookMillis from begin to end by the pod's clock; null if it has not both
   */
  public record Step(
      String step,
      String status,
      long read,
      long written,
      long filtered,
      long skipped,
      long commits,
      long rollbacks,
      @Nullable Long tookMillis) {}

  private record Row(UUID attempt, Step step) {}

  private final JdbcClient jdbc;
  private final String tablePrefix;

  /**
   * @param control connections that the application's own work cannot take away
   * @param tablePrefix where Spring Batch's tables are
   */
  public StepQuery(DataSource control, String tablePrefix) {
    this.jdbc = JdbcClient.create(control);
    this.tablePrefix = tablePrefix;
  }

  /**
   * The steps of these attempts in the order they were begun, 1,000 at most.
   *
   * @param job the job that they are attempts at
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public Map<UUID, List<Step>> of(String job, Collection<UUID> attempts) {
    return jdbc
        .sql(
            """
            SELECT p.parameter_value AS attempt, s.*,
                   greatest(0, extract(epoch FROM s.end_time - s.start_time) * 1000)::bigint AS took
              FROM %1$sJOB_INSTANCE i
              JOIN %1$sJOB_EXECUTION e ON e.job_instance_id = i.job_instance_id
              JOIN %1$sJOB_EXECUTION_PARAMS p ON p.job_execution_id = e.job_execution_id
                                             AND p.parameter_name = 'runledger.attempt'
                                             AND p.parameter_value = ANY (:attempts)
              JOIN %1$sSTEP_EXECUTION s ON s.job_execution_id = e.job_execution_id
             WHERE i.job_name = :job
             ORDER BY s.step_execution_id
             LIMIT :most
            """
                .formatted(tablePrefix))
        .param("attempts", attempts.stream().map(UUID::toString).toArray(String[]::new))
        .param("job", job)
        .param("most", MOST)
        .query(
            (rs, row) ->
                new Row(
                    UUID.fromString(rs.getString("attempt")),
                    new Step(
                        rs.getString("step_name"),
                        rs.getString("status"),
                        rs.getLong("read_count"),
                        rs.getLong("write_count"),
                        rs.getLong("filter_count"),
                        rs.getLong("read_skip_count")
                            + rs.getLong("process_skip_count")
                            + rs.getLong("write_skip_count"),
                        rs.getLong("commit_count"),
                        rs.getLong("rollback_count"),
                        rs.getObject("took", Long.class))))
        .list()
        .stream()
        .collect(
            Collectors.groupingBy(
                Row::attempt, Collectors.mapping(Row::step, Collectors.toList())));
  }
}

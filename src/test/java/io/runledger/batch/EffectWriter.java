package io.runledger.batch;

import io.runledger.run.Attempt;
import io.runledger.test.EffectsTable;
import javax.sql.DataSource;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.jdbc.core.JdbcTemplate;

/** Writes one effect for each item, signed with the fence, and pauses where it is told to. */
final class EffectWriter implements ItemWriter<Integer> {

  private final JdbcTemplate jdbc;
  private final Pause pause;

  EffectWriter(DataSource dataSource, Pause pause) {
    this.jdbc = new JdbcTemplate(dataSource);
    this.pause = pause;
  }

  @Override
  public void write(Chunk<? extends Integer> chunk) {
    for (int item : chunk) {
      write(item);
    }
  }

  void write(int item) {
    pause.reach(item);
    Attempt attempt = CurrentAttempt.onThisThread();
    EffectsTable.insert(jdbc, attempt.key().toString(), item, signature(attempt.fence()));
  }

  static String signature(long fence) {
    return "fence " + fence;
  }
}

package io.runledger.lab.pod;

import static io.runledger.lab.pod.Telling.tell;

import io.runledger.lab.night.Happening;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Writes the effects of a chunk, and tells of them once they are committed. */
final class EffectsWriter implements ItemWriter<Integer> {

  private final JdbcTemplate jdbc;
  private final Night night;
  private final String node;

  EffectsWriter(JdbcTemplate jdbc, Night night, String node) {
    this.jdbc = jdbc;
    this.night = night;
    this.node = node;
  }

  @Override
  public void write(Chunk<? extends Integer> chunk) {
    LockSupport.parkNanos(night.perChunk().toNanos());
    List<? extends Integer> items = chunk.getItems();
    jdbc.batchUpdate(
        Effects.INSERT,
        items.stream().map(item -> new Object[] {night.date(), item, node}).toList());
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            tell(Happening.EFFECT, items.get(0) + "-" + items.get(items.size() - 1));
          }
        });
  }
}

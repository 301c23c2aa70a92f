package io.runledger.lab.pod;

import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.support.AbstractItemCountingItemStreamItemReader;

/** The numbers from 1 on; where it stopped stands in the step's context. */
final class Items extends AbstractItemCountingItemStreamItemReader<Integer> {

  private int next = 1;

  Items(int count) {
    setName("items");
    setMaxItemCount(count);
  }

  @Override
  protected @Nullable Integer doRead() {
    return next++;
  }

  @Override
  protected void doOpen() {
    next = 1;
  }

  @Override
  protected void doClose() {}
}

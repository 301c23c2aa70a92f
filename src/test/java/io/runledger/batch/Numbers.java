package io.runledger.batch;

import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.support.AbstractItemCountingItemStreamItemReader;

/** Reads the numbers of a range in order, and goes on where it was when it is restarted. */
class Numbers extends AbstractItemCountingItemStreamItemReader<Integer> {

  private final int from;
  private final int to;
  private int next;

  /** Both ends inclusive. */
  Numbers(int from, int to) {
    this.from = from;
    this.to = to;
    setName("numbers");
  }

  @Override
  protected void doOpen() {
    next = from;
  }

  @Override
  protected @Nullable Integer doRead() {
    return next > to ? null : next++;
  }

  @Override
  protected void jumpToItem(int item) {
    next = from + item;
  }

  @Override
  protected void doClose() {}
}

package io.runledger.holes;

import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.support.AbstractItemCountingItemStreamItemReader;

/** The items from one number to another; like a query over a range, empty if it has no range. */
class Numbers extends AbstractItemCountingItemStreamItemReader<Long> {

  private final @Nullable Long from;
  private final @Nullable Long to;

  Numbers(@Nullable Long from, @Nullable Long to) {
    this.from = from;
    this.to = to;
    setName("numbers");
  }

  @Override
  protected @Nullable Long doRead() {
    if (from == null || to == null) {
      return null;
    }
    long next = from + getCurrentItemCount() - 1;
    return next > to ? null : next;
  }

  @Override
  protected void jumpToItem(int itemIndex) {
    // The item follows from the count.
  }

  @Override
  protected void doOpen() {}

  @Override
  protected void doClose() {}
}

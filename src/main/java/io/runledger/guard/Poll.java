package io.runledger.guard;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A question put to all nodes at once, which the majority of all nodes answers (not of those that
 * happen to answer). Decided as soon as the missing votes cannot change the outcome.
 */
final class Poll {
  private final int nodes;
  private final int majority;
  private final CompletableFuture<Vote> outcome = new CompletableFuture<>();
  private int yes;
  private int no;
  private int unknown;

  private Poll(int nodes) {
    this.nodes = nodes;
    this.majority = nodes / 2 + 1;
  }

  /**
   * The outcome: YES if a majority said so, NO if so many said no that no majority is left, UNKNOWN
   * otherwise.
   */
  static CompletableFuture<Vote> of(List<CompletableFuture<Vote>> votes) {
    Poll poll = new Poll(votes.size());
    for (CompletableFuture<Vote> vote : votes) {
      CompletableFuture<Void> unused = vote.thenAccept(poll::count);
    }
    return poll.outcome;
  }

  private synchronized void count(Vote vote) {
    switch (vote) {
      case YES -> yes++;
      case NO -> no++;
      case UNKNOWN -> unknown++;
    }
    int missing = nodes - yes - no - unknown;
    if (yes >= majority) {
      outcome.complete(Vote.YES);
    } else if (no > nodes - majority) {
      outcome.complete(Vote.NO);
    } else if (yes + missing < majority && no + missing <= nodes - majority) {
      outcome.complete(Vote.UNKNOWN);
    }
  }
}

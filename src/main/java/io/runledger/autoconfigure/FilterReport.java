package io.runledger.autoconfigure;

import io.runledger.guard.Filter;
import java.util.List;

/** The filter's nodes, for people. Never fails: an application may bring a filter of its own. */
final class FilterReport {

  private FilterReport() {}

  /** Each node and its state, within a second; empty if the layer is off. */
  static List<Filter.Node> of(Filter filter) {
    try {
      return filter.nodes();
    } catch (RuntimeException e) {
      return List.of(new Filter.Node(filter.getClass().getName(), false, e.toString()));
    }
  }
}

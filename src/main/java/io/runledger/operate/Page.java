package io.runledger.operate;

import java.util.List;

/**
 * A part of what there is.
 *
 * @param items at most as many as the size says
 * @param page which part, counted from 0
 * @param size how many a full page has
 * @param total how many there are on all pages
 */
public record Page<T>(List<T> items, int page, int size, long total) {

  public Page {
    items = List.copyOf(items);
  }
}

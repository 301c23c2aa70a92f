package io.runledger.web;

import io.runledger.operate.Page;
import java.util.List;
import java.util.function.Function;

/**
 * A part of what there is.
 *
 * @param items at most as many as the size says
 * @param page which part, counted from 0
 * @param size how many a full page has
 * @param total how many there are on all pages
 */
record PageBody<T>(List<T> items, int page, int size, long total) {

  static <S, T> PageBody<T> of(Page<S> page, Function<S, T> item) {
    return new PageBody<>(
        page.items().stream().map(item).toList(), page.page(), page.size(), page.total());
  }
}

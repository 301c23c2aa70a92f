package io.runledger.guard;

import io.runledger.run.RunKey;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;

/**
 * Run keys as a statement takes them: {@code unnest(:jobs::text[], :dates::date[],
 * :parts::text[])}.
 */
final class KeyArrays {

  private KeyArrays() {}

  /** The three parameters, in the order of the keys. */
  static Map<String, String[]> of(Collection<RunKey> keys) {
    return Map.of(
        "jobs", texts(keys, RunKey::job),
        "dates", texts(keys, key -> key.batchDate().toString()),
        "parts", texts(keys, RunKey::part));
  }

  /** One array more beside them. */
  static <T> String[] texts(Collection<T> all, Function<T, String> text) {
    return all.stream().map(text).toArray(String[]::new);
  }
}

package io.runledger.web;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;

/**
 * A problem detail as RFC 9457 has it, without a type: the title says which it is.
 *
 * @param status the HTTP status
 * @param title the kind in a few words
 * @param detail what happened, to what, and what to do
 * @param members what else is said of it; null values are left out
 */
record Problem(
    HttpStatusCode status, String title, @Nullable String detail, Map<String, ?> members) {

  static Problem of(HttpStatusCode status, String title, @Nullable String detail) {
    return new Problem(status, title, detail, Map.of());
  }

  /** In the order in which people read it. */
  Map<String, Object> json(String instance) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("title", title);
    json.put("status", status.value());
    if (detail != null) {
      json.put("detail", detail);
    }
    json.put("instance", instance);
    members.forEach(
        (name, value) -> {
          if (value != null) {
            json.putIfAbsent(name, value);
          }
        });
    return json;
  }
}

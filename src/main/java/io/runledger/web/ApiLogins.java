package io.runledger.web;

import java.util.List;
import java.util.Optional;

/**
 * The ways to log in; at least one.
 *
 * @param users those who log in by HTTP Basic
 * @param tokens the bearer tokens that are accepted
 */
public record ApiLogins(List<ApiUser> users, Optional<ApiTokens> tokens) {

  /** Refuses the same name twice, and nobody at all. */
  public ApiLogins {
    users = List.copyOf(users);
    if (users.isEmpty() && tokens.isEmpty()) {
      throw new IllegalArgumentException("Nobody could log in.");
    }
    List<String> names = users.stream().map(ApiUser::name).sorted().toList();
    for (int i = 1; i < names.size(); i++) {
      if (names.get(i).equals(names.get(i - 1))) {
        throw new IllegalArgumentException(
            "There are two users '%s' under runledger.web.users; the application does not start. Remove one."
                .formatted(names.get(i)));
      }
    }
  }
}

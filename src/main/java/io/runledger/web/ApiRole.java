package io.runledger.web;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What somebody may do. Each may also do what those before it may. */
public enum ApiRole {
  /** Looks. */
  VIEWER,
  /** Runs, stops, backfills, holds and releases. */
  OPERATOR,
  /** Opens completed dates again, too. */
  ADMIN;

  /** As a token says it, and as Spring Security has it: {@code RUNLEDGER_VIEWER}. */
  String authority() {
    return "RUNLEDGER_" + name();
  }

  /** Its own and those of the roles below it. */
  List<String> authorities() {
    return Arrays.stream(values())
        .filter(role -> role.compareTo(this) <= 0)
        .map(ApiRole::authority)
        .toList();
  }

  /** Reads {@code RUNLEDGER_ADMIN}, or {@code runledger-admin}; any other word is none of ours. */
  static Optional<ApiRole> of(String word) {
    String authority = word.toUpperCase(Locale.ROOT).replace('-', '_');
    return Arrays.stream(values()).filter(role -> role.authority().equals(authority)).findFirst();
  }
}

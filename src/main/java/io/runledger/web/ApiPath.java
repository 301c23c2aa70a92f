package io.runledger.web;

import java.util.regex.Pattern;

/**
 * Where everything of ours for browsers and scripts is.
 *
 * @param base the base path, {@code /runledger} say
 */
public record ApiPath(String base) {

  private static final Pattern FORM = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

  /** Refuses what is no path, and the root: its security would be that of the whole application. */
  public ApiPath {
    if (!FORM.matcher(base).matches()) {
      throw new IllegalArgumentException(
          "runledger.web.base-path is '%s', which cannot be the place of REST; the application does not start. Write it like /runledger: with a slash in front, none at the end, and not the root alone."
              .formatted(base));
    }
  }

  /** Where REST is. */
  public String api() {
    return base + "/api/v1";
  }
}

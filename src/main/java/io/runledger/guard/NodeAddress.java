package io.runledger.guard;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * The address of one Redis server.
 *
 * @param url scheme, host and port as Redisson takes them: {@code redis://lock-a:6379}
 * @param user null for Redis's default user
 * @param password null if none is asked for
 */
record NodeAddress(String url, @Nullable String user, @Nullable String password) {

  // By hand, since java.net.URI knows no host with an underscore and no raw '#' in a password.
  private static final Pattern FORM =
      Pattern.compile(
          "(?<scheme>rediss?)://(?:(?:(?<user>[^:@/]*):)?(?<password>.*)@)?"
              + "(?<host>\\[[0-9a-fA-F:.]+]|[^\\s:/@\\[\\]?#]+):(?<port>\\d{1,5})/?");

  /**
   * Reads {@code redis://host:port}, {@code rediss://} for TLS, with {@code user:password@} or
   * {@code :password@} before the host; characters may be escaped as {@code %40}.
   *
   * @param property where the text stands, for the message
   * @throws IllegalArgumentException if it is something else; the message hides the password
   */
  static NodeAddress parse(String property, String text) {
    Matcher form = FORM.matcher(text.trim());
    if (!form.matches() || !isPort(form.group("port"))) {
      throw new IllegalArgumentException(
          "%s is '%s', which is no address of a Redis server. Write redis://host:port, or rediss://host:port for TLS, with user:password@ before the host if Redis asks for them"
              .formatted(property, withoutSecret(text)));
    }
    return new NodeAddress(
        form.group("scheme") + "://" + form.group("host") + ":" + form.group("port"),
        decoded(property, form.group("user")),
        decoded(property, form.group("password")));
  }

  private static boolean isPort(String digits) {
    int port = Integer.parseInt(digits);
    return port > 0 && port <= 65_535;
  }

  private static @Nullable String decoded(String property, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return StringUtils.uriDecode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          property
              + " has a user or password with a '%' that no two hexadecimal digits follow. Write %25 for a percent sign",
          e);
    }
  }

  private static String withoutSecret(String text) {
    return text.replaceFirst("^(\\w*:?/*).*@", "$1***@");
  }

  /** Never the password. */
  @Override
  public String toString() {
    return url;
  }
}

package io.runledger.web;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;

/**
 * Somebody who logs in with a name and a password.
 *
 * @param name the actor in whatever is kept
 * @param password encoded, with the name of its encoding in front: {@code {bcrypt}$2a$10$...}
 * @param role what they may do
 */
public record ApiUser(String name, String password, ApiRole role) {

  private static final Pattern ENCODED = Pattern.compile("\\{([^}]+)}.+", Pattern.DOTALL);

  private static final List<String> ENCODINGS =
      List.of("bcrypt", "pbkdf2@SpringSecurity_v5_8", "noop");

  /** Refuses a password in plain text, and never shows it. */
  public ApiUser {
    if (name.isBlank() || name.contains(":")) {
      throw new IllegalArgumentException(
          "A name under runledger.web.users is '%s'; HTTP Basic needs one that is not blank and has no colon. The application does not start."
              .formatted(name));
    }
    Matcher encoded = ENCODED.matcher(password);
    if (!encoded.matches() || !ENCODINGS.contains(encoded.group(1))) {
      throw new IllegalArgumentException(
          "The password of user '%s' under runledger.web.users does not begin with the name of its encoding, one of %s, or there is nothing behind it; it may be plain text, and the application does not start. Write {bcrypt} and the hash, which `htpasswd -nbBC 10 \"\" PASSWORD` prints, or {noop} and the password where everybody may read it."
              .formatted(name, ENCODINGS.stream().map(one -> "{" + one + "}").toList()));
    }
  }

  UserDetails details() {
    return new User(name, password, AuthorityUtils.createAuthorityList(role.authorities()));
  }

  /** A record would print the password. */
  @Override
  public String toString() {
    return name + " (" + role + ")";
  }
}

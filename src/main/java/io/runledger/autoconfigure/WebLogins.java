package io.runledger.autoconfigure;

import io.runledger.autoconfigure.RunledgerProperties.JwtSettings;
import io.runledger.autoconfigure.RunledgerProperties.WebSettings;
import io.runledger.web.ApiLogins;
import io.runledger.web.ApiRole;
import io.runledger.web.ApiTokens;
import io.runledger.web.ApiUser;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Who may log in to REST, by the settings; in development, where they say nothing, somebody. */
final class WebLogins {

  private static final Logger log = LoggerFactory.getLogger(WebLogins.class);

  private static final String RESOURCE_SERVER =
      "org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider";

  private final WebSettings settings;
  private final Environment environment;

  WebLogins(WebSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  ApiLogins logins() {
    try {
      List<ApiUser> users =
          settings.users().stream()
              .map(user -> new ApiUser(user.name(), user.password(), user.role()))
              .toList();
      Optional<ApiTokens> tokens = tokens();
      return users.isEmpty() && tokens.isEmpty()
          ? new ApiLogins(List.of(somebody()), Optional.empty())
          : new ApiLogins(users, tokens);
    } catch (IllegalArgumentException e) {
      throw new SettingRefusedException(e);
    }
  }

  private Optional<ApiTokens> tokens() {
    JwtSettings jwt = settings.jwt();
    if (jwt.issuerUri() == null && jwt.jwkSetUri() == null) {
      return Optional.empty();
    }
    if (!ClassUtils.isPresent(RESOURCE_SERVER, getClass().getClassLoader())) {
      throw new SettingRefusedException(
          """
          runledger.web.jwt names an issuer or its keys, but what reads tokens is not on the class \
          path, so nobody could log in with one; the application does not start. Add \
          spring-boot-starter-security-oauth2-resource-server, or remove the setting.""");
    }
    return Optional.of(
        new ApiTokens(
            jwt.issuerUri(), jwt.jwkSetUri(), jwt.audience(), jwt.rolesClaim(), jwt.nameClaim()));
  }

  private ApiUser somebody() {
    if (environment.containsProperty("KUBERNETES_SERVICE_HOST")) {
      throw new SettingRefusedException(
          """
          Nobody is named who may use Runledger's REST under %s, and this is a Kubernetes pod \
          (KUBERNETES_SERVICE_HOST is set), where a generated password in the log will not do; the \
          application does not start. Set runledger.web.users or runledger.web.jwt.issuer-uri, or \
          runledger.web.enabled to false."""
              .formatted(settings.basePath()));
    }
    String password = UUID.randomUUID().toString();
    log.atWarn()
        .log(
            "Nobody is named who may use REST under {}. For development there is user 'runledger' with"
                + " the generated password {}; set runledger.web.users or runledger.web.jwt before"
                + " others can reach it.",
            settings.basePath(),
            password);
    return new ApiUser("runledger", "{noop}" + password, ApiRole.ADMIN);
  }
}

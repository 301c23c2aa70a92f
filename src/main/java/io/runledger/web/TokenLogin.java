package io.runledger.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/** Logs in by bearer token. The issuer is asked with the first token, not at start-up. */
final class TokenLogin implements AuthenticationManager {

  private final JwtAuthenticationProvider provider;
  private final ApiTokens tokens;

  TokenLogin(ApiTokens tokens) {
    this.tokens = tokens;
    this.provider = new JwtAuthenticationProvider(new SupplierJwtDecoder(this::decoder));
    provider.setJwtAuthenticationConverter(this::login);
  }

  @Override
  public Authentication authenticate(Authentication token) {
    try {
      return Objects.requireNonNull(provider.authenticate(token));
    } catch (OAuth2AuthenticationException e) {
      throw e;
    } catch (RuntimeException e) {
      // Spring Security would let it through to the server, as an error 500 in HTML.
      throw new IssuerUnavailableException(e);
    }
  }

  private JwtDecoder decoder() {
    NimbusJwtDecoder decoder =
        (tokens.jwkSetUri() != null
                ? NimbusJwtDecoder.withJwkSetUri(tokens.jwkSetUri())
                : NimbusJwtDecoder.withIssuerLocation(String.valueOf(tokens.issuerUri())))
            .build();
    List<OAuth2TokenValidator<Jwt>> validators = new ArrayList<>();
    if (tokens.issuerUri() != null) {
      validators.add(new JwtIssuerValidator(tokens.issuerUri()));
    }
    String audience = tokens.audience();
    if (audience != null) {
      validators.add(
          new JwtClaimValidator<Collection<String>>(
              JwtClaimNames.AUD, those -> those != null && those.contains(audience)));
    }
    decoder.setJwtValidator(JwtValidators.createDefaultWithValidators(validators));
    return decoder;
  }

  private JwtAuthenticationToken login(Jwt jwt) {
    String name = jwt.getClaimAsString(tokens.nameClaim());
    if (name == null || name.isBlank()) {
      throw new InvalidBearerTokenException(
          "The token has no claim '%s', which says who asks.".formatted(tokens.nameClaim()));
    }
    List<String> authorities =
        words(claim(jwt)).stream()
            .map(ApiRole::of)
            .flatMap(Optional::stream)
            .flatMap(role -> role.authorities().stream())
            .distinct()
            .toList();
    return new JwtAuthenticationToken(jwt, AuthorityUtils.createAuthorityList(authorities), name);
  }

  /** As it is called, else level by level: {@code realm_access.roles}. */
  private @Nullable Object claim(Jwt jwt) {
    Object whole = jwt.getClaims().get(tokens.rolesClaim());
    if (whole != null) {
      return whole;
    }
    Object level = jwt.getClaims();
    for (String name : tokens.rolesClaim().split("\\.", -1)) {
      level = level instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return level;
  }

  private static List<String> words(@Nullable Object claim) {
    if (claim instanceof Collection<?> list) {
      return list.stream().map(String::valueOf).toList();
    }
    return claim instanceof String text ? Arrays.asList(text.trim().split("\\s+", -1)) : List.of();
  }
}

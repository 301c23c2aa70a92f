package io.runledger.web;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/**
 * The security of our path, and of nothing else: a chain with a matcher of its own, before all
 * others. It publishes no user details service, decoder or authentication manager; those of the
 * application are not asked either.
 */
@Configuration(proxyBeanMethods = false)
public class ApiSecurity {

  private static final List<String> FOR_OPERATORS =
      List.of("/runs", "/runs/*/*/stop", "/backfills", "/jobs/*/hold", "/jobs/*/release");

  @Bean
  ApiJson runledgerApiJson() {
    return new ApiJson();
  }

  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  SecurityFilterChain runledgerApiSecurityFilterChain(
      HttpSecurity http,
      ApiPath path,
      ApiLogins logins,
      ApiJson json,
      ObjectProvider<PathPatternRequestMatcher.Builder> ofServlet) {
    // Spring Boot's knows the path of the dispatcher servlet.
    PathPatternRequestMatcher.Builder paths =
        ofServlet.getIfAvailable(PathPatternRequestMatcher::withDefaults);
    http.securityMatcher(paths.matcher(path.base() + "/**"))
        .csrf(AbstractHttpConfigurer::disable) // there is no session; see CrossSiteRefusal
        .cors(AbstractHttpConfigurer::disable)
        .formLogin(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .headers(ApiSecurity::headers)
        .addFilterAfter(new CrossSiteRefusal(json), HeaderWriterFilter.class)
        .exceptionHandling(
            handling ->
                handling
                    .authenticationEntryPoint(whoAreYou(logins, json))
                    .accessDeniedHandler(notYou(json)))
        .authorizeHttpRequests(
            requests -> {
              String api = path.api();
              requests
                  .requestMatchers(paths.matcher(HttpMethod.GET, path.base() + "/**"))
                  .access(AuthorityAuthorizationManager.hasAuthority(ApiRole.VIEWER.authority()))
                  .requestMatchers(paths.matcher(HttpMethod.HEAD, path.base() + "/**"))
                  .access(AuthorityAuthorizationManager.hasAuthority(ApiRole.VIEWER.authority()));
              for (String one : FOR_OPERATORS) {
                requests
                    .requestMatchers(paths.matcher(HttpMethod.POST, api + one))
                    .access(
                        AuthorityAuthorizationManager.hasAuthority(ApiRole.OPERATOR.authority()));
              }
              requests
                  .anyRequest()
                  .access(AuthorityAuthorizationManager.hasAuthority(ApiRole.ADMIN.authority()));
            });
    http.authenticationManager(byPassword(logins));
    if (!logins.users().isEmpty()) {
      http.httpBasic(basic -> basic.authenticationEntryPoint(whoAreYou(logins, json)));
    } else {
      http.httpBasic(AbstractHttpConfigurer::disable);
    }
    logins
        .tokens()
        .ifPresent(
            tokens -> {
              TokenLogin login = new TokenLogin(tokens);
              http.oauth2ResourceServer(
                  server ->
                      server
                          .authenticationManagerResolver(request -> login)
                          .authenticationEntryPoint(whoAreYou(logins, json))
                          .accessDeniedHandler(notYou(json)));
            });
    return http.build();
  }

  private static void headers(HeadersConfigurer<HttpSecurity> headers) {
    headers
        .frameOptions(HeadersConfigurer.FrameOptionsConfig::deny)
        .referrerPolicy(policy -> policy.policy(ReferrerPolicy.NO_REFERRER))
        .contentSecurityPolicy(
            policy -> policy.policyDirectives("default-src 'self'; frame-ancestors 'none'"));
  }

  private static AuthenticationManager byPassword(ApiLogins logins) {
    DaoAuthenticationProvider provider =
        new DaoAuthenticationProvider(
            new InMemoryUserDetailsManager(logins.users().stream().map(ApiUser::details).toList()));
    provider.setPasswordEncoder(PasswordEncoderFactories.createDelegatingPasswordEncoder());
    return new ProviderManager(provider);
  }

  private static AuthenticationEntryPoint whoAreYou(ApiLogins logins, ApiJson json) {
    return (request, response, failure) -> {
      if (failure instanceof IssuerUnavailableException) {
        json.write(
            Problem.of(
                HttpStatus.SERVICE_UNAVAILABLE,
                "UNAVAILABLE",
                "Whether the token is good could not be found out, since its issuer did not answer. Nothing was done; ask again."),
            request,
            response);
        return;
      }
      if (!logins.users().isEmpty()) {
        response.addHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"Runledger\"");
      }
      if (logins.tokens().isPresent()) {
        response.addHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"Runledger\"");
      }
      json.write(
          Problem.of(
              HttpStatus.UNAUTHORIZED,
              "Unauthorized",
              "Nothing was done, since it is not known who asks. Log in with a name and password, or a token, that are good."),
          request,
          response);
    };
  }

  private static AccessDeniedHandler notYou(ApiJson json) {
    return (request, response, denied) ->
        json.write(
            Problem.of(
                HttpStatus.FORBIDDEN,
                "Forbidden",
                "%s may not do this; nothing was done. Ask somebody whose role allows it."
                    .formatted(request.getRemoteUser())),
            request,
            response);
  }
}

package io.runledger.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what another site makes a browser send. A browser that knows a password for HTTP Basic
 * adds it to whatever a foreign page posts here, so credentials alone do not show that the person
 * meant it. Browsers say where a request comes from, and a page cannot change that; what is not a
 * browser says nothing, and has no passwords that somebody else could use.
 *
 * <p>It stands beside a second bar: bodies are taken as {@code application/json} only, which no
 * form can send, and for which a browser asks first.
 */
final class CrossSiteRefusal extends OncePerRequestFilter {

  private static final Set<String> HARMLESS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  /** The page's own requests, and what a person typed. */
  private static final Set<String> OWN = Set.of("same-origin", "none");

  private final ApiJson json;

  CrossSiteRefusal(ApiJson json) {
    this.json = json;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (HARMLESS.contains(request.getMethod()) || !isCrossSite(request)) {
      chain.doFilter(request, response);
      return;
    }
    json.write(
        Problem.of(
            HttpStatus.FORBIDDEN,
            "Cross-site request",
            "A page of another site sent this, so nothing was done. Send it from here, or from a program."),
        request,
        response);
  }

  /** Older browsers, and those on plain HTTP, say the origin only. */
  private static boolean isCrossSite(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null) {
      return !OWN.contains(site);
    }
    String origin = request.getHeader("Origin");
    return origin != null && !isOwn(origin, request);
  }

  private static boolean isOwn(String origin, HttpServletRequest request) {
    URI uri = uri(origin);
    if (uri == null || uri.getHost() == null || uri.getScheme() == null) {
      return false; // "null" is what a sandboxed page says
    }
    int port = uri.getPort() != -1 ? uri.getPort() : uri.getScheme().equals("https") ? 443 : 80;
    return uri.getHost().equalsIgnoreCase(request.getServerName())
        && port == request.getServerPort();
  }

  private static @Nullable URI uri(String origin) {
    try {
      return URI.create(origin);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}

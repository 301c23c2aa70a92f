package io.runledger.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * The last look before a controller. Nobody gets in whom no security has let in, whatever becomes
 * of the filters before; and a parameter that nobody reads is refused: a misspelt {@code part} that
 * was passed over would mean another run.
 */
final class ApiGate implements HandlerInterceptor {

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    Authentication who = SecurityContextHolder.getContext().getAuthentication();
    boolean isLetIn =
        who != null
            && who.isAuthenticated()
            && who.getAuthorities().stream()
                .anyMatch(one -> ApiRole.VIEWER.authority().equals(one.getAuthority()));
    if (!isLetIn) {
      throw new RefusedException(
          Problem.of(HttpStatus.FORBIDDEN, "Forbidden", "You may not see this."));
    }
    if (handler instanceof HandlerMethod method) {
      refuseUnknownParameters(request, method);
    }
    return true;
  }

  private static void refuseUnknownParameters(HttpServletRequest request, HandlerMethod method) {
    Set<String> known =
        Arrays.stream(method.getMethodParameters())
            .map(parameter -> parameter.getParameterAnnotation(RequestParam.class))
            .filter(one -> one != null)
            .map(RequestParam::name)
            .collect(Collectors.toCollection(TreeSet::new));
    for (String name : request.getParameterMap().keySet()) {
      if (!known.contains(name)) {
        throw new BadInputException(
            name,
            "There is no parameter '%s'; nothing was done. %s"
                .formatted(
                    name,
                    known.isEmpty()
                        ? "None is taken here."
                        : "There are: " + String.join(", ", known) + "."));
      }
    }
  }
}

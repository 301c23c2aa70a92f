package io.runledger.web;

import io.runledger.batch.UnknownJobException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.Ordered;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.ServletRequestPathUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/**
 * Whatever goes wrong under our path, also before a controller is found, becomes a problem detail.
 * What goes wrong elsewhere is the application's.
 */
final class Problems implements HandlerExceptionResolver, Ordered {

  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  private final ApiPath path;
  private final ApiJson json;

  Problems(ApiPath path, ApiJson json) {
    this.path = path;
    this.json = json;
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    if (!isUnderOurPath(request) || response.isCommitted()) {
      return null;
    }
    Problem problem = of(failure);
    if (failure instanceof ErrorResponse answer) {
      answer
          .getHeaders()
          .forEach((name, values) -> values.forEach(one -> response.addHeader(name, one)));
    }
    if (problem.status().value() == HttpStatus.INTERNAL_SERVER_ERROR.value()) {
      log.atError()
          .addKeyValue("path", request.getRequestURI())
          .setCause(failure)
          .log("{} {} failed.", request.getMethod(), request.getRequestURI());
    }
    try {
      json.write(problem, request, response);
    } catch (IOException e) {
      log.debug("Whoever asked is gone.", e);
    }
    return new ModelAndView();
  }

  private boolean isUnderOurPath(HttpServletRequest request) {
    return ServletRequestPathUtils.hasParsedRequestPath(request)
        && ServletRequestPathUtils.getParsedRequestPath(request)
            .pathWithinApplication()
            .value()
            .startsWith(path.base() + "/");
  }

  private static Problem of(Exception failure) {
    if (failure instanceof RefusedException refused) {
      return refused.problem();
    }
    if (failure instanceof BadInputException bad) {
      return bad(bad.property(), bad.getMessage());
    }
    if (failure instanceof UnknownJobException unknown) {
      return new Problem(
          HttpStatus.NOT_FOUND,
          "No such job",
          unknown.getMessage(),
          Map.of("property", "job", "known", unknown.known()));
    }
    if (failure instanceof HttpMessageNotReadableException unreadable) {
      return unreadable(unreadable);
    }
    if (failure instanceof TypeMismatchException mismatch) {
      String property = Objects.toString(mismatch.getPropertyName(), "?");
      return bad(property, "%s: '%s' is no number.".formatted(property, mismatch.getValue()));
    }
    if (failure instanceof MultipartException) {
      return Problem.of(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          title(HttpStatus.UNSUPPORTED_MEDIA_TYPE),
          "Bodies are taken as application/json only; nothing was done.");
    }
    if (failure instanceof ErrorResponse answer) {
      return Problem.of(
          answer.getStatusCode(), title(answer.getStatusCode()), answer.getBody().getDetail());
    }
    if (failure instanceof DataAccessException || failure instanceof TransactionException) {
      return Problem.of(
          HttpStatus.SERVICE_UNAVAILABLE,
          "UNAVAILABLE",
          "The database could not answer, so nothing is known. Ask again.");
    }
    if (failure instanceof IllegalArgumentException) {
      return Problem.of(HttpStatus.BAD_REQUEST, "Bad request", failure.getMessage());
    }
    return Problem.of(
        HttpStatus.INTERNAL_SERVER_ERROR,
        "Failed",
        "Something is broken here, and the log of this pod says what. Whether anything was done is not known: look at the run.");
  }

  private static Problem bad(String property, @Nullable String detail) {
    return new Problem(HttpStatus.BAD_REQUEST, "Bad request", detail, Map.of("property", property));
  }

  /** Says where, and what to write; Jackson's own words speak of Java types. */
  private static Problem unreadable(HttpMessageNotReadableException unreadable) {
    if (!(unreadable.getCause() instanceof JacksonException cause)) {
      return Problem.of(
          HttpStatus.BAD_REQUEST, "Bad request", "There is no body; send one in JSON.");
    }
    String property =
        String.join(
            ".",
            cause.getPath().stream()
                .map(JacksonException.Reference::getPropertyName)
                .filter(Objects::nonNull)
                .toList());
    Map<String, Object> members = new LinkedHashMap<>();
    if (!property.isEmpty()) {
      members.put("property", property);
    }
    String detail;
    if (cause instanceof UnrecognizedPropertyException unknown) {
      List<String> known =
          unknown.getKnownPropertyIds().stream().map(Object::toString).sorted().toList();
      members.put("known", known);
      detail =
          "There is no field '%s'; nothing was done. There are: %s."
              .formatted(property, String.join(", ", known));
    } else if (property.isEmpty()) {
      detail =
          "The body is no JSON object of this kind (line %d, column %d); nothing was done."
              .formatted(
                  cause.getLocation() == null ? 0 : cause.getLocation().getLineNr(),
                  cause.getLocation() == null ? 0 : cause.getLocation().getColumnNr());
    } else {
      detail =
          "The field '%s' is not of its kind; nothing was done. Dates and texts stand in quotes, 2026-11-30 say."
              .formatted(property);
    }
    return new Problem(HttpStatus.BAD_REQUEST, "Bad request", detail, members);
  }

  private static String title(HttpStatusCode code) {
    HttpStatus status = HttpStatus.resolve(code.value());
    return status == null ? "Refused" : status.getReasonPhrase();
  }
}

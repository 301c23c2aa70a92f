package io.runledger.cli;

import io.runledger.run.StartRefusedException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.core.NestedExceptionUtils;

/**
 * Why an application did not start, in one line.
 *
 * @param code 2 if it will not start as it is, 5 if the database cannot be reached
 * @param message for the person who started it
 */
record StartFailure(ExitCode code, String message) {

  /**
   * Classes of SQLSTATE that say that there is no talking with the database: connection,
   * credentials, unknown database, too many connections, shutting down or starting up, system.
   */
  private static final Set<String> UNREACHABLE = Set.of("08", "28", "3D", "53", "57", "58");

  static StartFailure of(Throwable failure) {
    return causes(failure)
        .map(StartFailure::known)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(
            () ->
                new StartFailure(
                    ExitCode.FAILED,
                    "The application did not start: %s. See why with --verbose."
                        .formatted(NestedExceptionUtils.getMostSpecificCause(failure))));
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
  }

  private static @org.jspecify.annotations.Nullable StartFailure known(Throwable cause) {
    if (cause instanceof StartRefusedException || cause instanceof FailureAnalyzedException) {
      return new StartFailure(ExitCode.USAGE, Objects.toString(cause.getMessage()));
    }
    if (cause instanceof BindException) {
      return new StartFailure(
          ExitCode.USAGE,
          "%s: %s"
              .formatted(
                  cause.getMessage(),
                  NestedExceptionUtils.getMostSpecificCause(cause).getMessage()));
    }
    if (cause instanceof SQLException sql && isUnreachable(sql)) {
      return new StartFailure(
          ExitCode.UNAVAILABLE,
          "The database cannot be reached, so nothing is known: %s"
              .formatted(NestedExceptionUtils.getMostSpecificCause(sql).getMessage()));
    }
    return null;
  }

  private static boolean isUnreachable(SQLException failure) {
    String state = failure.getSQLState();
    return failure instanceof SQLTransientConnectionException
        || (state != null && state.length() == 5 && UNREACHABLE.contains(state.substring(0, 2)));
  }
}

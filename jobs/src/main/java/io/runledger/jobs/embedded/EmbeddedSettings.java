package io.runledger.jobs.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * What the configuration says about the embedded servers.
 *
 * @param data absolute path of the directory that holds all their files
 * @param postgresPort where PostgreSQL listens on 127.0.0.1
 * @param redisPort where Redis listens on 127.0.0.1
 * @param redisWanted false if the configuration brings lock nodes of its own
 */
record EmbeddedSettings(Path data, int postgresPort, int redisPort, boolean redisWanted) {

  static final String ENABLED = "runledger.embedded";
  static final String DATA = "runledger.embedded-data";
  static final String POSTGRES_PORT = "runledger.embedded-postgres-port";
  static final String REDIS_PORT = "runledger.embedded-redis-port";

  private static final String URL = "spring.datasource.url";
  private static final Bindable<List<String>> LIST = Bindable.listOf(String.class);

  EmbeddedSettings {
    requirePort(POSTGRES_PORT, postgresPort);
    requirePort(REDIS_PORT, redisPort);
    if (redisWanted && postgresPort == redisPort) {
      throw new EmbeddedServerException(
          "%s and %s are both %d; nothing was started. Give them different ports."
              .formatted(POSTGRES_PORT, REDIS_PORT, redisPort));
    }
  }

  /**
   * Reads the settings.
   *
   * @return empty if the embedded servers are not asked for, or a database is given
   * @throws EmbeddedServerException if they are asked for where they must not be
   */
  static Optional<EmbeddedSettings> of(Environment environment) {
    Binder binder = Binder.get(environment);
    if (!binder.bind(ENABLED, Boolean.class).orElse(false) || databaseIsGiven(environment)) {
      return Optional.empty();
    }
    refuseKubernetes(environment);
    return Optional.of(
        new EmbeddedSettings(
            Path.of(binder.bind(DATA, String.class).orElse("data")).toAbsolutePath().normalize(),
            binder.bind(POSTGRES_PORT, Integer.class).orElse(15432),
            binder.bind(REDIS_PORT, Integer.class).orElse(16379),
            !isGiven(binder, "runledger.filter.nodes")
                && !isGiven(binder, "runledger.filter.redisson")));
  }

  private static boolean databaseIsGiven(Environment environment) {
    String url = environment.getProperty(URL);
    if (url != null && url.isBlank()) {
      // An empty variable is how a missing secret looks: it must not get a ledger of its own.
      throw new EmbeddedServerException(
          """
          %s is given, but empty; nothing was started, for an embedded ledger would stand in for the \
          real one unnoticed. Set it to the ledger's database, or remove it to use the embedded one."""
              .formatted(URL));
    }
    return url != null;
  }

  private static void refuseKubernetes(Environment environment) {
    if (environment.containsProperty("KUBERNETES_SERVICE_HOST")) {
      throw new EmbeddedServerException(
          """
          %s is true in a Kubernetes pod (KUBERNETES_SERVICE_HOST is set) and %s is not given; nothing \
          was started, for each pod would get a ledger of its own and every job would run once per \
          pod. Set %s to the database that all pods share."""
              .formatted(ENABLED, URL, URL));
    }
  }

  private static boolean isGiven(Binder binder, String name) {
    return binder.bind(name, LIST).isBound();
  }

  private static void requirePort(String property, int port) {
    if (port < 1 || port > 65_535) {
      throw new EmbeddedServerException(
          "%s is %d, which is no port; nothing was started. Take one from 1 to 65535."
              .formatted(property, port));
    }
  }
}

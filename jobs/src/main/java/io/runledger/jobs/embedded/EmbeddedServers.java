package io.runledger.jobs.embedded;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process's share in the servers of one data directory: the first to come starts them, those
 * who follow join, the last to leave stops them. Who died without leaving does not count.
 */
final class EmbeddedServers {

  private static final Logger log = LoggerFactory.getLogger(EmbeddedServers.class);

  private final DataDirectory directory;
  private final boolean redisWanted;
  private final StartLock lock;
  private final Participants participants;
  private final PostgresServer postgres;
  private final RedisServer redis;
  private Participants.@Nullable Stay stay;
  private boolean isClosed;

  EmbeddedServers(EmbeddedSettings settings) {
    directory = new DataDirectory(settings.data());
    redisWanted = settings.redisWanted();
    lock = new StartLock(directory.lock());
    participants = new Participants(directory.processes());
    postgres = new PostgresServer(directory, settings.postgresPort());
    redis =
        new RedisServer(
            new RedisHome(directory.redis()), directory.programs(), settings.redisPort());
  }

  /**
   * Starts or joins them.
   *
   * @return the properties by which the application finds them
   * @throws EmbeddedServerException if that cannot be; what was started for it is stopped again
   */
  synchronized Map<String, Object> open() {
    if (isClosed) {
      throw new IllegalStateException("the application is shutting down");
    }
    try {
      directory.prepare();
      return lock.hold(this::enter);
    } catch (IOException e) {
      throw new EmbeddedServerException(
          "The embedded servers in %s cannot be used: %s. Nothing was started."
              .formatted(directory.root(), e),
          e);
    }
  }

  /** Leaves, and stops them if nobody else is there. Never throws: the JVM is about to end. */
  synchronized void close() {
    isClosed = true;
    if (stay == null) {
      return;
    }
    try {
      lock.hold(this::leave);
    } catch (IOException | RuntimeException e) {
      log.atWarn()
          .setCause(e)
          .log(
              "Embedded servers in {} were not stopped; the next process will join them",
              directory.root());
    }
  }

  private Map<String, Object> enter() throws IOException {
    if (participants.anyOutOfSight()) {
      throw new EmbeddedServerException(
          """
          %s is in use by a process of another container, whose servers cannot be joined from here; \
          nothing was started. Set %s to another directory, or spring.datasource.url to a shared \
          PostgreSQL."""
              .formatted(directory.root(), EmbeddedSettings.DATA));
    }
    stay = participants.enter();
    try {
      Running database = postgres.open();
      Optional<Running> filter = redisWanted ? redis.open() : Optional.empty();
      log.atInfo().log(
          "Embedded servers: {}{}, data in {}",
          database,
          filter.map(node -> ", " + node).orElse(""),
          directory.root());
      return properties(database, filter);
    } catch (IOException | RuntimeException e) {
      try {
        leave();
      } catch (IOException | RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /** Returns how many others go on using them. */
  private int leave() throws IOException {
    Participants.Stay mine = stay;
    stay = null;
    if (mine != null) {
      mine.end();
    }
    int others = participants.count();
    if (others == 0) {
      stop();
    } else {
      log.atInfo().log("Embedded servers go on for {} other process(es)", others);
    }
    return others;
  }

  private void stop() throws IOException {
    boolean isStopped;
    try {
      redis.stop();
    } finally {
      isStopped = postgres.stop();
    }
    if (isStopped) {
      log.atInfo().log("Embedded servers stopped, data kept in {}", directory.root());
    }
  }

  private static Map<String, Object> properties(Running database, Optional<Running> filter) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(
        "spring.datasource.url", PostgresSession.url(database.port(), PostgresSession.DATABASE));
    properties.put("spring.datasource.username", PostgresSession.USER);
    properties.put("spring.datasource.password", database.password());
    filter.ifPresent(
        node ->
            properties.put(
                "runledger.filter.nodes[0]",
                "redis://:%s@%s:%d".formatted(node.password(), Port.HOST, node.port())));
    return properties;
  }
}

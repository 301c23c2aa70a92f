package io.runledger.lab.stage;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Scale;
import io.runledger.lab.night.Timeline;
import io.runledger.lab.pod.GuardedPod;
import io.runledger.lab.pod.NaivePod;
import io.runledger.lab.pod.NaiveSettings;
import io.runledger.lab.pod.Night;
import io.runledger.test.ChildPod;
import io.runledger.test.Database;
import io.runledger.test.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Starts the pods of a night, each with links of its own. */
record PodStarter(
    Guard guard,
    Scale scale,
    Setting setting,
    Timeline timeline,
    Night night,
    NightServer server,
    RedisSet redis) {

  /** Below this an answer is late because the machine is busy, not because Redis is ill. */
  private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(1);

  /** Redisson's default. */
  private static final Duration RETRY = Duration.ofMillis(1500);

  private static final Duration FILTER_TTL = Duration.ofSeconds(30);

  /** The framework refuses a shorter one. */
  private static final Duration LEAST_FILTER_TTL = Duration.ofSeconds(3);

  LabPod start(String name, Duration clockShift) {
    TcpProxy databaseLink = TcpProxy.to(server.database().port());
    List<TcpProxy> redisLinks = new ArrayList<>();
    List<String> addresses = new ArrayList<>();
    if (redis.sentinels().isEmpty()) {
      for (RedisNode node : redis.nodes()) {
        TcpProxy link = TcpProxy.to(node.port());
        redisLinks.add(link);
        addresses.add("redis://127.0.0.1:" + link.port());
      }
    } else {
      redis.sentinels().forEach(sentinel -> addresses.add(sentinel.address()));
    }
    Database database = server.database().via(databaseLink.port());
    ChildPod.Builder child =
        guard == Guard.FULL
            ? guarded(name, database, addresses)
            : naive(name, database, addresses, clockShift);
    return new LabPod(name, timeline, databaseLink, redisLinks, child);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private ChildPod.Builder naive(
      String name, Database database, List<String> addresses, Duration clockShift) {
    Duration timeout = scale.seconds(3);
    NaiveSettings settings =
        new NaiveSettings(
            guard,
            name,
            "%s?user=%s&password=%s"
                .formatted(database.jdbcUrl(), database.user(), database.password()),
            addresses,
            !redis.sentinels().isEmpty(),
            setting.style(),
            setting.asksWhoOwns(),
            setting.waitReplicas(),
            longer(scale.of(setting.ttl()), setting.leastTtl()),
            longer(timeout, LEAST_TIMEOUT),
            scale.of(RETRY),
            scale.of(Setting.LEASE),
            scale.of(setting.leastLease()),
            setting.habit(),
            scale.of(clockShift),
            night);
    ChildPod.Builder child =
        ChildPod.of(NaivePod.class)
            .jvmOptions("-XX:+UseSerialGC", "-Xshare:auto")
            .property("logback.configurationFile", "io/runledger/lab/lab-logback.xml");
    settings.properties().forEach(child::property);
    return setting.usesOldRedisson() ? child.classPath(OldRedisson.classPath()) : child;
  }

  private ChildPod.Builder guarded(String name, Database database, List<String> addresses) {
    List<String> arguments = application(database, addresses);
    if (setting.isOnTheWeb()) {
      String user = "--runledger.web.users[0].";
      arguments.addAll(
          List.of(
              "--spring.main.web-application-type=servlet",
              "--server.address=127.0.0.1",
              "--server.port=0",
              user + "name=" + RestDesk.CLERK,
              user + "password={noop}" + RestDesk.CLERK,
              user + "role=operator"));
    } else {
      arguments.add("--spring.main.web-application-type=none");
    }
    return guarded(name, arguments);
  }

  /** The command line of the guarded application, asked to run the date; not started yet. */
  ChildPod.Builder command(String name) {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", "post-interest", "--date", night.date().toString(), "--actor", name));
    arguments.addAll(
        application(
            server.database(),
            redis.nodes().stream().map(node -> "redis://127.0.0.1:" + node.port()).toList()));
    return guarded(name, arguments);
  }

  private ChildPod.Builder guarded(String name, List<String> arguments) {
    ChildPod.Builder child =
        ChildPod.of(GuardedPod.class)
            .jvmOptions("-XX:+UseSerialGC", "-Xshare:auto")
            .property("lab.node", name)
            .arguments(arguments.toArray(String[]::new));
    night.properties().forEach(child::property);
    return child;
  }

  private List<String> application(Database database, List<String> addresses) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                // Not what stands in the directory from which the lab is started.
                "--spring.config.location=optional:classpath:/",
                "--spring.main.banner-mode=off",
                "--runledger.zone=UTC",
                "--runledger.lease=" + scale.of(Setting.LEASE).toMillis() + "ms",
                "--runledger.filter.ttl="
                    + longer(scale.of(FILTER_TTL), LEAST_FILTER_TTL).toMillis()
                    + "ms",
                "--runledger.reconcile-every=" + scale.seconds(5).toMillis() + "ms",
                "--runledger.jobs.post-interest.cron=0 30 23 * * ?",
                "--runledger.jobs.post-interest.from=" + night.date()));
    if (redis.sentinels().isEmpty()) {
      for (int i = 0; i < addresses.size(); i++) {
        arguments.add("--runledger.filter.nodes[" + i + "]=" + addresses.get(i));
      }
    } else {
      arguments.add("--runledger.filter.redisson[0]=" + sentinelFile(addresses));
    }
    return arguments;
  }

  private static Path sentinelFile(List<String> addresses) {
    try {
      Path file = Files.createTempFile("runledger-lab-", ".yaml");
      file.toFile().deleteOnExit();
      return Files.writeString(
          file,
          """
          sentinelServersConfig:
            masterName: locks
            sentinelAddresses: ["%s"]
            checkSentinelsList: false
          """
              .formatted(String.join("\", \"", addresses)));
    } catch (IOException e) {
      throw new UncheckedIOException("no file for Redisson's settings", e);
    }
  }
}

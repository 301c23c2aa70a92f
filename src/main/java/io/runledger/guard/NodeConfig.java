package io.runledger.guard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ConfigSupport;
import org.redisson.config.EqualJitterDelay;
import org.redisson.config.ReadMode;
import org.redisson.config.SingleServerConfig;
import org.redisson.config.SubscriptionMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Redisson's settings for a node that must answer within a second or not at all. With its defaults
 * the first answer about a server that hangs takes three seconds, and with replicas 26.
 */
final class NodeConfig {
  private static final Logger log = LoggerFactory.getLogger(NodeConfig.class);

  private NodeConfig() {}

  static Config of(NodeAddress address, Duration ttl) {
    Config config = new Config();
    config.useSingleServer().setAddress(address.url());
    config.setUsername(address.user()).setPassword(address.password());
    tighten(address.url(), config, ttl);
    return config;
  }

  /**
   * Reads a Redisson file. Its servers, passwords and TLS stay as they are; its times are taken
   * where they leave the filter its second.
   *
   * @param property where the file is named, for the message
   * @throws IllegalArgumentException if there is no such file, or Redisson does not understand it
   */
  static Config of(String property, Path file, Duration ttl) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(
          "%s is '%s', which is no readable file (looked for in %s). Name a Redisson configuration file in YAML"
              .formatted(property, file, file.toAbsolutePath().getParent()));
    }
    try {
      Config config = Config.fromYAML(file.toFile());
      if (config == null) {
        throw new IllegalArgumentException("it is empty");
      }
      tighten(file.toString(), config, ttl);
      return config;
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(
          "%s is '%s', which Redisson does not take as its configuration: %s"
              .formatted(property, file, reason(e)),
          e instanceof YAMLException ? null : e);
    }
  }

  /** Where a file is wrong, but not how: YAML's own message would show the line, or a password. */
  private static @Nullable String reason(Exception refusal) {
    @Nullable String reason = refusal.getMessage();
    for (Throwable at = refusal; at != null; at = at.getCause()) {
      if (at instanceof MarkedYAMLException yaml && yaml.getProblemMark() != null) {
        reason = "see line " + (yaml.getProblemMark().getLine() + 1);
      }
    }
    return reason;
  }

  private static void tighten(String node, Config config, Duration ttl) {
    Bounds bounds = new Bounds(node);
    config
        .setLazyInitialization(true)
        .setLockWatchdogTimeout(ttl.toMillis())
        // A lock that no replica has yet is a lock; losing it in a failover is the lease's affair.
        .setCheckLockSyncedSlaves(false)
        .setSlavesSyncTimeout(
            bounds.within("slavesSyncTimeout", config.getSlavesSyncTimeout(), 1000, 200, 400))
        // One request is one command: with a cache, a lock whose script Redis does not know yet is
        // sent twice, and a probe or an unlock overtakes it.
        .setUseScriptCache(false)
        .setThreads(2)
        .setNettyThreads(2)
        .setCodec(StringCodec.INSTANCE)
        .setReferenceEnabled(false);
    BaseConfig<?> servers = ConfigSupport.getConfig(config);
    servers.setTimeout(bounds.within("timeout", servers.getTimeout(), 3000, 300, 700));
    servers.setConnectTimeout(
        bounds.within("connectTimeout", servers.getConnectTimeout(), 10_000, 300, 700));
    // redisson#7367: a request that is sent again counts twice.
    servers.setRetryAttempts(bounds.within("retryAttempts", servers.getRetryAttempts(), 4, 0, 0));
    servers.setReconnectionDelay(
        new EqualJitterDelay(Duration.ofMillis(100), Duration.ofSeconds(1)));
    if (servers instanceof SingleServerConfig single) {
      useOneConnection(single);
    } else if (servers instanceof BaseMasterSlaveServersConfig<?> many) {
      useOneConnection(many);
    }
  }

  // One connection, so that a request to give back arrives after the one for the lock.
  private static void useOneConnection(SingleServerConfig single) {
    single
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(1)
        .setSubscriptionConnectionMinimumIdleSize(0)
        .setSubscriptionConnectionPoolSize(1);
  }

  // Nothing of ours is read from replicas, so no replica may hold us up.
  private static void useOneConnection(BaseMasterSlaveServersConfig<?> many) {
    many.setReadMode(ReadMode.MASTER);
    many.setSubscriptionMode(SubscriptionMode.MASTER);
    many.setMasterConnectionMinimumIdleSize(1);
    many.setMasterConnectionPoolSize(1);
    many.setSubscriptionConnectionMinimumIdleSize(0);
    many.setSubscriptionConnectionPoolSize(1);
  }

  private record Bounds(String node) {

    /** A value that is Redisson's default counts as not set. */
    int within(String setting, long value, long unset, int ours, int most) {
      if (value == unset) {
        return ours;
      }
      if (value > most) {
        log.atWarn()
            .addKeyValue("node", node)
            .addKeyValue(setting, value)
            .log("The filter decides within a second; it uses {} = {} instead", setting, most);
        return most;
      }
      return Math.toIntExact(value);
    }
  }
}

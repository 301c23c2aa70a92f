package io.runledger.lab.pod;

import java.util.List;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's clients with its defaults (timeout 3 s, retry after 1.5 s, scan each second), which
 * follow the scale. Written as YAML, for the classes of 3.15.6 and 4.7 differ.
 */
final class RedissonClients {

  private RedissonClients() {}

  /** One for Sentinels or a single server; one for each of several masters. */
  static List<RedissonClient> open(NaiveSettings settings) {
    if (settings.viaSentinel()) {
      return List.of(
          open(
              """
              sentinelServersConfig:
                masterName: locks
                sentinelAddresses: %s
                checkSentinelsList: false
                scanInterval: %d
                timeout: %d
              """
                  .formatted(
                      quoted(settings.redis()),
                      settings.timeout().toMillis() / 3,
                      settings.timeout().toMillis()),
              settings));
    }
    return settings.redis().stream()
        .map(
            address ->
                open(
                    """
                    singleServerConfig:
                      address: "%s"
                      timeout: %d
                      connectionMinimumIdleSize: 1
                      connectionPoolSize: 8
                    """
                        .formatted(address, settings.timeout().toMillis()),
                    settings))
        .toList();
  }

  private static String quoted(List<String> addresses) {
    return "[\"" + String.join("\", \"", addresses) + "\"]";
  }

  // setRetryInterval is deprecated, and all that 3.15.6 has.
  @SuppressWarnings("deprecation")
  private static RedissonClient open(String yaml, NaiveSettings settings) {
    Config config = Config.fromYAML(yaml);
    // No key of 4.7's YAML any more.
    int retry = (int) settings.timeout().toMillis() / 2;
    var unused =
        settings.viaSentinel()
            ? config.useSentinelServers().setRetryInterval(retry)
            : config.useSingleServer().setRetryInterval(retry);
    config.setLockWatchdogTimeout(settings.ttl().toMillis());
    return Redisson.create(config);
  }
}

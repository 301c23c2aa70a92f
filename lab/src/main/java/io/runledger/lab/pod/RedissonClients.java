package io.runledger.lab.pod;

import java.util.List;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.BaseConfig;
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
                %s
              """
                  .formatted(
                      quoted(settings.redis()),
                      settings.timeout().toMillis() / 3,
                      settings.timeout().toMillis(),
                      retry(settings)),
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
                      %s
                      connectionMinimumIdleSize: 1
                      connectionPoolSize: 8
                    """
                        .formatted(address, settings.timeout().toMillis(), retry(settings)),
                    settings))
        .toList();
  }

  /** The pause before a retry has another name since Redisson 4. */
  private static String retry(NaiveSettings settings) {
    return Stream.of(BaseConfig.class.getMethods())
            .anyMatch(method -> method.getName().equals("setRetryDelay"))
        ? "retryDelay: !<tag:yaml.org,2002:org.redisson.config.ConstantDelay> {delay: %s}"
            .formatted(settings.retry())
        : "retryInterval: " + settings.retry().toMillis();
  }

  private static String quoted(List<String> addresses) {
    return "[\"" + String.join("\", \"", addresses) + "\"]";
  }

  private static RedissonClient open(String yaml, NaiveSettings settings) {
    Config config = Config.fromYAML(yaml);
    config.setLockWatchdogTimeout(settings.ttl().toMillis());
    return Redisson.create(config);
  }
}

package io.runledger.guard;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.redisson.config.Config;

/** Builds the filter from its settings, which it checks; the servers need not be up. */
public final class FilterNodes {
  private static final Duration SHORTEST_TTL = Duration.ofSeconds(3);

  private FilterNodes() {}

  /**
   * The filter over all nodes named, or {@link Filter#off()} if none is.
   *
   * @param ledger the ledger's id, part of each key
   * @param addresses {@code runledger.filter.nodes}: {@code redis://host:port} each
   * @param files {@code runledger.filter.redisson}: Redisson files, each of which counts as one
   *     node
   * @param ttl how long a lock outlives its owner; renewed every third of it. At least 3 s
   * @throws IllegalArgumentException if a setting is wrong; the message names it
   */
  public static Filter open(UUID ledger, List<String> addresses, List<Path> files, Duration ttl) {
    if (ttl.compareTo(SHORTEST_TTL) < 0) {
      throw new IllegalArgumentException(
          "runledger.filter.ttl is %s, too short to be renewed in time. Write 3s or more (the default is 30s)"
              .formatted(ttl));
    }
    List<Node> nodes = nodes(addresses, files, ttl);
    return nodes.isEmpty() ? Filter.off() : new RedissonFilter(connectable(nodes, ledger));
  }

  /**
   * Begins to connect, and returns at once: a first connection of a busy JVM may take longer than a
   * decision may, and whoever asks first would hear UNKNOWN of a healthy Redis. It tells nobody if
   * it fails; the first one to ask does.
   *
   * @param filter what {@link #open} returned
   */
  public static void connect(Filter filter) {
    if (filter instanceof RedissonFilter redisson) {
      redisson.connect();
    }
  }

  private record Node(String property, String name, Config config) {}

  private static List<Node> nodes(List<String> addresses, List<Path> files, Duration ttl) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      String property = "runledger.filter.nodes[%d]".formatted(i);
      NodeAddress address = NodeAddress.parse(property, addresses.get(i));
      nodes.add(new Node(property, address.url(), NodeConfig.of(address, ttl)));
    }
    for (int i = 0; i < files.size(); i++) {
      String property = "runledger.filter.redisson[%d]".formatted(i);
      Path file = files.get(i);
      nodes.add(new Node(property, file.toString(), NodeConfig.of(property, file, ttl)));
    }
    refuseTwins(nodes);
    return nodes;
  }

  /** One server counted twice would be a majority by itself. */
  private static void refuseTwins(List<Node> nodes) {
    Map<String, Node> byName = new HashMap<>();
    for (Node node : nodes) {
      Node twin = byName.putIfAbsent(node.name(), node);
      if (twin != null) {
        throw new IllegalArgumentException(
            "%s and %s are both '%s'. Each node must be a Redis of its own: name it once"
                .formatted(twin.property(), node.property(), node.name()));
      }
    }
  }

  private static List<RedissonNode> connectable(List<Node> nodes, UUID ledger) {
    FilterKeys keys = new FilterKeys(ledger);
    List<RedissonNode> made = new ArrayList<>();
    for (Node node : nodes) {
      try {
        made.add(new RedissonNode(node.name(), node.config(), keys));
      } catch (RuntimeException e) {
        new RedissonFilter(made).close();
        throw new IllegalArgumentException(
            "%s is '%s', of which Redisson makes no client: %s"
                .formatted(node.property(), node.name(), e.getMessage()),
            e);
      }
    }
    return made;
  }
}

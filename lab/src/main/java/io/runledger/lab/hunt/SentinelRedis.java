package io.runledger.lab.hunt;

import io.runledger.test.ChildPod;
import io.runledger.test.RedisError;
import io.runledger.test.RedisServer;
import io.runledger.test.SentinelServer;
import io.runledger.test.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A master with two replicas behind three Sentinels. Everybody reaches each server through one
 * link, so that its machine can be lost: a process that is killed still sends what it has.
 */
final class SentinelRedis implements HuntRedis {

  private static final String GROUP = "locks";
  private static final Duration DOWN_AFTER = Duration.ofSeconds(1);
  private static final Duration FAILOVER_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Pattern ADDRESS = Pattern.compile(" addr=127\\.0\\.0\\.1:(\\d+) ");

  private record Node(RedisServer server, TcpProxy link) {

    static Node start() {
      RedisServer server = RedisServer.start();
      Node node = new Node(server, TcpProxy.to(server.port()));
      node.announce();
      return node;
    }

    /** A replica is known by the address that it announces: that of its link. */
    void announce() {
      server.command("CONFIG", "SET", "replica-announce-ip", "127.0.0.1");
      server.command("CONFIG", "SET", "replica-announce-port", Integer.toString(link.port()));
    }

    /** Empty if it does not answer. */
    String tryCommand(String... words) {
      try {
        return String.valueOf(server.command(words));
      } catch (UncheckedIOException | RedisError away) {
        return "";
      }
    }

    long replicas() {
      return tryCommand("INFO", "replication")
          .lines()
          .filter(line -> line.startsWith("slave") && line.contains("state=online"))
          .count();
    }

    void restart() {
      server.restart();
      announce();
    }

    /** What was held back on its old connections is lost. */
    void reconnect() {
      link.cut();
      link.forward();
    }
  }

  private final List<Node> nodes = new ArrayList<>();
  private final List<SentinelServer> sentinels = new ArrayList<>();

  SentinelRedis() {
    for (int i = 0; i < 3; i++) {
      nodes.add(Node.start());
    }
    Node master = nodes.get(0);
    nodes.subList(1, 3).forEach(replica -> follow(replica, master));
    Awaitility.await().atMost(LIMIT).until(() -> master.replicas() == 2);
    for (int i = 0; i < 3; i++) {
      sentinels.add(
          SentinelServer.start(
              null, GROUP, master.link().port(), 2, DOWN_AFTER, FAILOVER_TIMEOUT, line -> {}));
    }
    sentinels.forEach(sentinel -> sentinel.awaitKnows(2, 2));
  }

  private static void follow(Node replica, Node master) {
    replica.server().command("REPLICAOF", "127.0.0.1", Integer.toString(master.link().port()));
  }

  @Override
  public List<Integer> ports() {
    return Stream.concat(
            nodes.stream().map(node -> node.link().port()),
            sentinels.stream().map(SentinelServer::port))
        .toList();
  }

  /** The Sentinels tell everybody the same addresses; each pod comes there by links of its own. */
  @Override
  public void tell(ChildPod.Builder pod, List<TcpProxy> links) {
    List<Integer> ports = ports();
    String nat =
        IntStream.range(0, ports.size())
            .mapToObj(
                i ->
                    "\"127.0.0.1:%d\": \"127.0.0.1:%d\""
                        .formatted(ports.get(i), links.get(i).port()))
            .collect(Collectors.joining(", "));
    String addresses =
        sentinels.stream()
            .map(sentinel -> '"' + sentinel.address() + '"')
            .collect(Collectors.joining(", "));
    Path file;
    try {
      file = Files.createTempFile("runledger-hunt-", ".yml");
      file.toFile().deleteOnExit();
      Files.writeString(
          file,
          """
          sentinelServersConfig:
            masterName: %s
            sentinelAddresses: [%s]
            natMapper: !<tag:yaml.org,2002:org.redisson.config.HostPortNatMapper>
              hostsPortMap: {%s}
          """
              .formatted(GROUP, addresses, nat));
    } catch (IOException e) {
      throw new UncheckedIOException("the pod's Redisson file was not written", e);
    }
    pod.property("runledger.filter.redisson[0]", file.toString());
  }

  /** By what the Sentinels say, and most of them say the same. */
  private Node master() {
    return sentinels.stream()
        .map(SentinelServer::masterPort)
        .flatMap(port -> nodes.stream().filter(node -> node.link().port() == port))
        .findFirst()
        .orElse(nodes.get(0));
  }

  @Override
  public void empty() {
    master().tryCommand("FLUSHALL");
  }

  @Override
  public void hang() {
    master().server().hang();
  }

  @Override
  public void resume() {
    nodes.forEach(node -> node.server().resume());
  }

  @Override
  public void restart() {
    master().restart();
  }

  @Override
  public void refuseWrites() {
    master().tryCommand("CONFIG", "SET", "min-replicas-to-write", "9");
  }

  @Override
  public void takeWrites() {
    nodes.forEach(node -> node.tryCommand("CONFIG", "SET", "min-replicas-to-write", "0"));
  }

  @Override
  public Failover failover(int which) {
    Node master = master();
    Matcher replica = ADDRESS.matcher(master.tryCommand("CLIENT", "LIST", "TYPE", "REPLICA"));
    while (replica.find()) {
      try {
        master.link().hold(Integer.parseInt(replica.group(1)));
      } catch (IllegalArgumentException gone) {
        // It has lost its link by itself.
      }
    }
    boolean dies = which % 2 == 0;
    return new Failover() {
      @Override
      public void loseMaster() {
        master.link().blackhole();
        if (dies) {
          master.server().kill();
        }
      }

      @Override
      public void comeBack() {
        if (dies) {
          master.restart();
        }
        master.reconnect();
      }
    };
  }

  /** Until the master that the Sentinels name has its two replicas, which take some seconds. */
  @Override
  public void heal() {
    resume();
    nodes.forEach(
        node -> {
          if (node.tryCommand("INFO", "server").isEmpty()) {
            node.restart();
          }
          node.reconnect();
        });
    takeWrites();
    try {
      Awaitility.await().atMost(LIMIT).until(() -> master().replicas() == 2);
    } catch (ConditionTimeoutException e) {
      // Redis owes nobody anything: the dates have to be completed all the same.
    }
  }

  @Override
  public void close() {
    sentinels.forEach(SentinelServer::close);
    nodes.forEach(
        node -> {
          node.link().close();
          node.server().close();
        });
  }
}

package io.runledger.lab.stage;

import io.runledger.test.RedisServer;
import io.runledger.test.TcpProxy;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Redis server on a machine of its own: everybody reaches it through one link. */
public final class RedisNode implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile(" addr=127\\.0\\.0\\.1:(\\d+) ");

  private final String name;
  private final RedisServer server;
  private final TcpProxy link;

  private RedisNode(String name, RedisServer server, TcpProxy link) {
    this.name = name;
    this.server = server;
    this.link = link;
  }

  static RedisNode start(String name, String... arguments) {
    RedisServer server =
        RedisBinary.onThePath()
            .map(binary -> RedisServer.start(binary, arguments))
            .orElseGet(() -> RedisServer.start(arguments));
    TcpProxy link = TcpProxy.to(server.port());
    // A replica is known by the address that it announces: that of its link.
    server.command("CONFIG", "SET", "replica-announce-ip", "127.0.0.1");
    server.command("CONFIG", "SET", "replica-announce-port", Integer.toString(link.port()));
    return new RedisNode(name, server, link);
  }

  /** How the timeline calls it. */
  public String name() {
    return name;
  }

  /** Where everybody reaches it. */
  public int port() {
    return link.port();
  }

  /** The server itself, past the link. */
  public RedisServer server() {
    return server;
  }

  /** The link between it and everybody. */
  public TcpProxy link() {
    return link;
  }

  void follow(RedisNode master) {
    server.command("REPLICAOF", "127.0.0.1", Integer.toString(master.port()));
  }

  /** How many replicas are in step with it. */
  long replicas() {
    return String.valueOf(server.command("INFO", "replication"))
        .lines()
        .filter(line -> line.startsWith("slave") && line.contains("state=online"))
        .count();
  }

  /** The network between it and its replicas is gone, as seen from both. */
  public void loseReplicas() {
    replicaPorts().forEach(link::hold);
  }

  /**
   * The same, of one replica.
   *
   * @param which 0 for the one that joined first
   */
  public void loseReplica(int which) {
    link.hold(replicaPorts().get(which));
  }

  private List<Integer> replicaPorts() {
    Matcher matcher =
        ADDRESS.matcher(String.valueOf(server.command("CLIENT", "LIST", "TYPE", "REPLICA")));
    List<Integer> ports = new ArrayList<>();
    while (matcher.find()) {
      ports.add(Integer.parseInt(matcher.group(1)));
    }
    return ports;
  }

  /** A figure of {@code INFO}; 0 if it is not there. */
  public long figure(String line) {
    Matcher matcher =
        Pattern.compile("(?m)^" + line + "(\\d+)")
            .matcher(String.valueOf(server.command("INFO", "all")));
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  /** Which Redis it is, {@code 7.2.4} say. */
  public String version() {
    return String.valueOf(server.command("INFO", "server"))
        .lines()
        .filter(line -> line.startsWith("redis_version:"))
        .map(line -> line.substring("redis_version:".length()).strip())
        .findFirst()
        .orElse("unknown");
  }

  /** SHUTDOWN: it ends as Redis thinks best. */
  public void shutDown() {
    try {
      server.command("SHUTDOWN", "NOSAVE");
    } catch (UncheckedIOException gone) {
      // It ends instead of an answer.
    }
  }

  /** It follows a master that does not exist, and refuses writes. */
  public void becomeReplicaOfNobody() {
    server.command("REPLICAOF", "127.0.0.1", "1");
  }

  /** Its machine is gone: no answer, no close, no reset. */
  public void lose() {
    link.blackhole();
    server.kill();
  }

  @Override
  public void close() {
    link.close();
    server.close();
  }
}

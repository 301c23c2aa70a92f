package io.runledger.lab.hunt;

import io.runledger.test.ChildPod;
import io.runledger.test.RedisError;
import io.runledger.test.RedisServer;
import io.runledger.test.TcpProxy;
import java.io.UncheckedIOException;
import java.util.List;

/** One server. */
final class SingleRedis implements HuntRedis {

  private final RedisServer server = RedisServer.start();

  @Override
  public List<Integer> ports() {
    return List.of(server.port());
  }

  @Override
  public void tell(ChildPod.Builder pod, List<TcpProxy> links) {
    pod.property("runledger.filter.nodes[0]", "redis://127.0.0.1:" + links.get(0).port());
  }

  @Override
  public void empty() {
    command("FLUSHALL");
  }

  @Override
  public void hang() {
    server.hang();
  }

  @Override
  public void resume() {
    server.resume();
  }

  @Override
  public void restart() {
    server.restart();
  }

  @Override
  public void refuseWrites() {
    command("REPLICAOF", "127.0.0.1", "1");
  }

  @Override
  public void takeWrites() {
    command("REPLICAOF", "NO", "ONE");
  }

  @Override
  public Failover failover(int which) {
    throw new UnsupportedOperationException("a single Redis has nobody to fail over to");
  }

  private void command(String... words) {
    try {
      server.command(words);
    } catch (UncheckedIOException | RedisError away) {
      // It hangs or takes no writes, and is spared this fault.
    }
  }

  @Override
  public void heal() {
    server.resume();
    server.command("REPLICAOF", "NO", "ONE");
  }

  @Override
  public void close() {
    server.close();
  }
}

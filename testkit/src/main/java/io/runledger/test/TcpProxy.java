package io.runledger.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy on a free port of 127.0.0.1 that can misbehave like a network does.
 *
 * <p>It begins as a faithful forwarder. {@link #forward()}, {@link #blackhole()} and {@link
 * #refuse()} switch between its three states at any time; {@link #delay} and {@link #cut()} work in
 * each of them. If the target is down, a client's connection is accepted and then reset. Safe for
 * use by many threads.
 */
public final class TcpProxy implements AutoCloseable {

  private volatile InetSocketAddress target;
  private final InetSocketAddress local;
  private final Gate gate = new Gate();
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private final Semaphore accepting = new Semaphore(1);
  private @Nullable ServerSocket listener;

  private TcpProxy(String host, int port) {
    target = new InetSocketAddress(host, port);
    local = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.next());
    listen();
  }

  /** Starts a proxy that forwards to this target. */
  public static TcpProxy to(String host, int port) {
    return new TcpProxy(host, port);
  }

  /** Starts a proxy that forwards to a server on this machine. */
  public static TcpProxy to(int port) {
    return to("127.0.0.1", port);
  }

  /** The port on which the proxy listens, the same for its whole life. */
  public int port() {
    return local.getPort();
  }

  /**
   * Forwards in both directions. What a {@link #blackhole()} held back is delivered now, in order,
   * as TCP does when a cable is plugged in again.
   */
  public synchronized void forward() {
    gate.open();
    listen();
  }

  /**
   * Connections are accepted and stay open, and nothing passes: no byte, no close, no reset. As if
   * every packet were lost.
   */
  public synchronized void blackhole() {
    gate.shut();
    listen();
  }

  /**
   * Refuses new connections. Open ones go on as in {@link #forward()}; {@link #cut()} ends them
   * too.
   */
  public synchronized void refuse() {
    gate.open();
    stopListening();
  }

  /**
   * Loses whatever passes on one connection from now on, as {@link #blackhole()} does for all; the
   * others go on. Only a reset ends it.
   *
   * @param sourcePort the port from which the target sees it come, as {@code CLIENT LIST} and
   *     {@code pg_stat_activity.client_port} show it
   * @throws IllegalArgumentException if no open connection has this port
   */
  public void hold(int sourcePort) {
    connections.stream()
        .filter(connection -> connection.sourcePort() == sourcePort)
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the proxy on port %d reaches its target from no port %d"
                        .formatted(port(), sourcePort)))
        .hold();
  }

  /**
   * Leads new connections to another port of the target's machine, as an address does that moves to
   * another server. Open ones stay where they are until they are {@link #cut()}.
   */
  public void redirect(int otherPort) {
    target = new InetSocketAddress(target.getHostString(), otherPort);
  }

  /** Resets all open connections, on both sides and at once. The state remains what it is. */
  public synchronized void cut() {
    connections.forEach(ProxiedConnection::reset);
  }

  /**
   * Holds back whatever passes by this time, in each direction: a question and its answer take
   * twice as long. Zero ends it. Connecting to the proxy is not delayed.
   */
  public void delay(Duration eachWay) {
    gate.delay(eachWay);
  }

  /** How many connections are open. */
  public int connections() {
    return connections.size();
  }

  /** Closes the port and resets all connections. */
  @Override
  public synchronized void close() {
    stopListening();
    cut();
  }

  private void listen() {
    if (listener != null) {
      return;
    }
    try {
      ServerSocket socket = new ServerSocket();
      // Connections that were cut a moment ago must not keep us from the port.
      socket.setReuseAddress(true);
      socket.bind(local);
      listener = socket;
      ProxiedConnection.daemon("accept-" + port(), () -> accept(socket));
    } catch (IOException e) {
      throw new UncheckedIOException("the proxy cannot listen on port " + port(), e);
    }
  }

  private void stopListening() {
    if (listener == null) {
      return;
    }
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the proxy cannot close port " + port(), e);
    }
    listener = null;
    // A thread inside accept keeps the port open in the kernel, a moment longer than close() takes.
    accepting.acquireUninterruptibly();
    accepting.release();
  }

  private void accept(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        adopt(socket, next(socket));
      } catch (IOException e) {
        // The port was closed, or a client left before we got to it.
      }
    }
  }

  private Socket next(ServerSocket socket) throws IOException {
    accepting.acquireUninterruptibly();
    try {
      return socket.accept();
    } finally {
      accepting.release();
    }
  }

  /** Synchronized: a client must not slip in between a refusal and the cut that follows it. */
  private synchronized void adopt(ServerSocket socket, Socket client) {
    ProxiedConnection connection = new ProxiedConnection(client, target, gate, connections::remove);
    connections.add(connection);
    if (socket.isClosed()) {
      connection.reset();
    } else {
      connection.start();
    }
  }
}

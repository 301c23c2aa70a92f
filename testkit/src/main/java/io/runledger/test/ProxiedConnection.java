package io.runledger.test;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One client of a proxy: two sockets and a thread for each direction. */
final class ProxiedConnection {

  private static final int PIECE = 64 * 1024;
  private static final int CONNECT_MILLIS = 5_000;

  private final Socket client;
  private final Socket server = new Socket();
  private final InetSocketAddress target;
  private final Gate gate;
  private final Consumer<ProxiedConnection> onEnd;
  private final AtomicInteger openDirections = new AtomicInteger(2);
  private volatile boolean hasEnded;

  ProxiedConnection(
      Socket client, InetSocketAddress target, Gate gate, Consumer<ProxiedConnection> onEnd) {
    this.client = client;
    this.target = target;
    this.gate = gate;
    this.onEnd = onEnd;
  }

  void start() {
    daemon("connect-" + target.getPort(), this::connect);
  }

  static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, "proxy-" + name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void connect() {
    // Through a gate that is shut the target does not even hear of the connection.
    if (!gate.pass(() -> hasEnded)) {
      return;
    }
    try {
      server.connect(target, CONNECT_MILLIS);
      server.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
    } catch (IOException e) {
      reset();
      return;
    }
    daemon("answer-" + target.getPort(), () -> pump(server, client));
    pump(client, server);
  }

  private void pump(Socket from, Socket to) {
    byte[] piece = new byte[PIECE];
    try {
      InputStream input = from.getInputStream();
      int length = input.read(piece);
      while (length >= 0 && gate.pass(() -> hasEnded)) {
        to.getOutputStream().write(piece, 0, length);
        length = input.read(piece);
      }
      if (gate.pass(() -> hasEnded)) {
        to.shutdownOutput();
        if (openDirections.decrementAndGet() == 0) {
          end();
        }
      }
    } catch (IOException broken) {
      // Not before the gate opens: behind a lost network nobody hears of a reset.
      if (gate.pass(() -> hasEnded)) {
        reset();
      }
    }
  }

  /** Ends both sides by a reset, at once. */
  void reset() {
    try {
      client.setSoLinger(true, 0);
      server.setSoLinger(true, 0);
    } catch (IOException e) {
      // Closed already: the rest is still to be done.
    }
    end();
  }

  private void end() {
    hasEnded = true;
    try (client;
        server) {
      onEnd.accept(this);
    } catch (IOException e) {
      // There is nothing left to close then.
    }
    gate.wake();
  }
}

package io.runledger.jobs.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;

/** A TCP port of the loopback address, where the servers listen and nowhere else. */
record Port(int number) {

  /** An address and not "localhost", which may mean IPv6 first. */
  static final String HOST = "127.0.0.1";

  private static final int CONNECT_MILLIS = 500;

  /** Whether a server could listen on it now. */
  boolean isFree() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(address());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether somebody listens on it. */
  boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(address(), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Refuses to start a server on a port that somebody has. */
  void requireFree(String server, Path home, String property) {
    if (!isFree()) {
      throw new EmbeddedServerException(
          """
          Port %d is taken by something that is not the %s of %s, so it cannot be joined; nothing was \
          started. Stop what listens there, or set %s to a free port."""
              .formatted(number, server, home, property));
    }
  }

  private InetSocketAddress address() throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), number);
  }
}

package io.runledger.test;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds TCP ports that nobody listens on.
 *
 * <p>They lie below the ranges from which Linux and macOS take the ports of outgoing connections:
 * so a server that stops and returns to its port finds it free, and a client that dials the closed
 * port of the loopback is never connected to itself. The port 10,000 above, where a node of a Redis
 * cluster listens for the other nodes, lies below those ranges too, and is not given to anybody.
 */
public final class FreePort {

  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 20_000;
  private static final int TRIES = 200;

  private FreePort() {}

  /**
   * A port that was free a moment ago. It is not reserved: take it soon.
   *
   * @throws IllegalStateException if 200 ports tried at random were all taken
   */
  public static int next() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no free port among %d tried between %d and %d".formatted(TRIES, LOWEST, HIGHEST));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(false);
      socket.bind(new InetSocketAddress(port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}

package io.runledger.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds TCP ports that nobody listens on.
 *
 * <p>They lie below the ranges from which Linux and macOS take the ports of outgoing connections:
 * so a server that stops and returns to its port finds it free, and a client that dials the closed
 * port of the loopback is never connected to itself. The port 10,000 above, where a node of a Redis
 * cluster listens for the other nodes, lies below those ranges too, and is not given to anybody.
 *
 * <p>Each JVM takes its ports in turn from a block that no other JVM takes any from: so the port of
 * a server that is down for a while is not given away, be it to a test that runs beside.
 */
public final class FreePort {

  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 20_000;
  static final int BLOCK = 500;

  private FreePort() {}

  /**
   * A port that was free a moment ago. It is not reserved: take it soon.
   *
   * @throws IllegalStateException if all ports of this JVM are taken, or other JVMs have all blocks
   */
  public static int next() {
    for (int i = 0; i < BLOCK; i++) {
      int port = Block.OF_THIS_JVM.next();
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no port is free between %d and %d"
            .formatted(Block.OF_THIS_JVM.lowest(), Block.OF_THIS_JVM.lowest() + BLOCK));
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

  /**
   * @param mark listens on the block's first port for as long as this JVM lives, and so marks the
   *     block as taken
   */
  private record Block(ServerSocket mark, AtomicInteger given) {

    private static final Block OF_THIS_JVM = take();

    private static Block take() {
      int blocks = (HIGHEST - LOWEST) / BLOCK;
      int first = ThreadLocalRandom.current().nextInt(blocks);
      for (int i = 0; i < blocks; i++) {
        int lowest = LOWEST + (first + i) % blocks * BLOCK;
        try {
          ServerSocket mark = new ServerSocket(lowest, 1, InetAddress.getLoopbackAddress());
          return new Block(mark, new AtomicInteger());
        } catch (IOException ofAnotherJvm) {
          // The next one, then.
        }
      }
      throw new IllegalStateException(
          "no block of %d ports is free between %d and %d: who listens on each block's first?"
              .formatted(BLOCK, LOWEST, HIGHEST));
    }

    private int lowest() {
      return mark.getLocalPort();
    }

    private int next() {
      return lowest() + 1 + given.getAndIncrement() % (BLOCK - 1);
    }
  }
}

package io.runledger.run;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/**
 * One JVM. The host name is for people; the UUID of the boot makes a restarted pod another pod.
 *
 * @param host the host's name
 * @param boot made anew at each start of the JVM
 */
public record Pod(String host, UUID boot) {

  /** This JVM, as it will be known until it ends. */
  public static Pod ofThisBoot() {
    return new Pod(hostName(), UUID.randomUUID());
  }

  private static String hostName() {
    String fromEnvironment = System.getenv("HOSTNAME");
    if (fromEnvironment != null && !fromEnvironment.isBlank()) {
      return fromEnvironment;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  /** {@code host:boot}, as it stands in the ledger. */
  @Override
  public String toString() {
    return host + ":" + boot;
  }
}

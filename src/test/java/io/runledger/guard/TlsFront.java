package io.runledger.guard;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** TLS in front of a Redis: the embedded one is built without. */
final class TlsFront implements AutoCloseable {
  static final String PASSWORD = "changeit";

  private final Path keys;
  private final int target;
  private final ServerSocket listener;

  TlsFront(Path directory, int target) throws Exception {
    this.keys = directory.resolve("keys.p12");
    this.target = target;
    makeKeys();
    this.listener = listen();
    daemon(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** With the certificate that the client must trust. */
  Path keys() {
    return keys;
  }

  private void makeKeys() throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                keys.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException("keytool made no keys in " + keys);
    }
  }

  private ServerSocket listen() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(keys)) {
      store.load(file, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context
        .getServerSocketFactory()
        .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Socket redis = new Socket(InetAddress.getLoopbackAddress(), target);
        daemon(() -> pump(client, redis));
        daemon(() -> pump(redis, client));
      } catch (IOException e) {
        // Closed, or a client that left before.
      }
    }
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One side left: the other is closed with it.
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "tls");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}

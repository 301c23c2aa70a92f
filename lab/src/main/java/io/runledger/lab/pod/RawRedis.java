package io.runledger.lab.pod;

import io.runledger.test.RespConnection;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection to the master, made anew after each fault, where the Sentinels say it is. */
final class RawRedis {

  /** Something to be asked. */
  interface Question {
    @Nullable Object ask(RespConnection connection) throws IOException;
  }

  private final NaiveSettings settings;
  private @Nullable RespConnection connection;

  RawRedis(NaiveSettings settings) {
    this.settings = settings;
  }

  synchronized @Nullable Object ask(Question question) throws IOException {
    RespConnection open = connection;
    if (open == null) {
      open = new RespConnection(masterPort(), settings.timeout());
      connection = open;
    }
    try {
      return question.ask(open);
    } catch (IOException | RuntimeException e) {
      open.close();
      connection = null;
      throw e instanceof IOException broken ? broken : new IOException(e);
    }
  }

  private int masterPort() throws IOException {
    if (!settings.viaSentinel()) {
      return port(settings.redis().get(0));
    }
    for (String sentinel : settings.redis()) {
      try (RespConnection asked = new RespConnection(port(sentinel), settings.timeout())) {
        if (asked.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "locks") instanceof List<?> address) {
          return Integer.parseInt(String.valueOf(address.get(1)));
        }
      }
    }
    throw new IOException("no Sentinel knows a master");
  }

  private static int port(String address) {
    return URI.create(address).getPort();
  }
}

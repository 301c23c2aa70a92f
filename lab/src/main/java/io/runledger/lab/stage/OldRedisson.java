package io.runledger.lab.stage;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.Context;
import io.runledger.lab.pod.NaivePod;
import io.runledger.test.ChildPod;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.postgresql.Driver;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.JdbcTemplate;

/** The class path of a naive pod with Redisson 3.15.6: its libraries, and of ours just the few. */
final class OldRedisson {

  private OldRedisson() {}

  static String classPath() {
    Path lab = home(NaivePod.class);
    Path libraries = lab.resolveSibling("old-redisson");
    List<String> entries = new ArrayList<>();
    try (Stream<Path> jars = Files.list(libraries)) {
      jars.forEach(jar -> entries.add(jar.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Redisson 3.15.6 is not in %s; build the lab with 'mvn package'".formatted(libraries), e);
    }
    Stream.of(
            NaivePod.class,
            ChildPod.class,
            Driver.class,
            LoggerContext.class,
            Context.class,
            JdbcTemplate.class,
            NestedExceptionUtils.class)
        .map(type -> home(type).toString())
        .forEach(entries::add);
    return String.join(File.pathSeparator, entries);
  }

  private static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.runledger.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.runledger.test.ChildPod;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.FileSystemUtils;

/**
 * The jar as its own tools unpack it, a thin jar beside its libraries, and an archive of the
 * classes that a run loads: so a command starts in a third of the processor's time. Made for each
 * build by the first test that needs it, while the others wait.
 */
final class UnpackedJar {

  static final Path JAR = Path.of("target", "runledger-jobs.jar").toAbsolutePath();
  private static final Path FOLDER = Path.of("target", "unpacked").toAbsolutePath();
  private static final Path UNPACKED = FOLDER.resolve(JAR.getFileName());
  private static final Path CLASSES = FOLDER.resolve("classes.jsa");
  private static final Path LOG = FOLDER.resolveSibling("unpacked.log");

  private UnpackedJar() {}

  /** What java is started with to run the application: an option, and which jar. */
  static List<String> options() {
    return Made.OPTIONS;
  }

  /** The application as a pod that a test can freeze. */
  static ChildPod.Builder pod() {
    return ChildPod.of(RunledgerJobs.class)
        .jvmOptions(options().get(0))
        .classPath(UNPACKED + File.pathSeparator + placeOf(ChildPod.class));
  }

  private static Path placeOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static final class Made {
    private static final List<String> OPTIONS = makeUnlessMade();
  }

  private static List<String> makeUnlessMade() {
    try (FileChannel file =
            FileChannel.open(
                FOLDER.resolveSibling("unpacked.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = file.lock()) {
      if (lock.isValid() && !isOfThisBuild()) {
        make();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(JAR + " was not unpacked to " + FOLDER, e);
    }
    // A JVM that cannot use the archive goes without, and says nothing.
    return List.of("-XX:SharedArchiveFile=" + CLASSES, "-jar", UNPACKED.toString());
  }

  private static boolean isOfThisBuild() throws IOException {
    return Files.exists(CLASSES)
        && Files.getLastModifiedTime(CLASSES).compareTo(Files.getLastModifiedTime(JAR)) > 0;
  }

  private static void make() throws IOException {
    FileSystemUtils.deleteRecursively(FOLDER);
    String folder = FOLDER.toString();
    java("-Djarmode=tools", "-jar", JAR.toString(), "extract", "--destination", folder);
    Database database = PostgresServer.shared().newDatabase();
    java(
        "-XX:ArchiveClassesAtExit=" + CLASSES,
        "-jar",
        UNPACKED.toString(),
        "run",
        "daily-statement",
        "--date=2026-01-01",
        "--spring.datasource.url=" + database.jdbcUrl(),
        "--spring.datasource.username=" + database.user(),
        "--spring.datasource.password=" + database.password());
  }

  private static void java(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(CommandLine.JAVA));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(CommandLine.ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(LOG.toFile()));
    CommandLine.clean(builder.environment());
    int code = builder.start().onExit().join().exitValue();
    if (code != 0) {
      throw new IOException(
          "%s ended with %d:%n%s".formatted(command, code, Files.readString(LOG, UTF_8)));
    }
  }
}

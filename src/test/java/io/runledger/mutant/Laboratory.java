package io.runledger.mutant;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Makes mutants: classes of the broken code in a directory of their own. The framework's classes
 * stay as they are; who puts that directory before them runs the mutant.
 */
final class Laboratory implements AutoCloseable {

  private final Path sources;
  private final JavaCompiler compiler =
      Objects.requireNonNull(
          ToolProvider.getSystemJavaCompiler(), "mutants are compiled: run this on a JDK");
  // One for all: it remembers what is in the jars.
  private final StandardJavaFileManager files =
      compiler.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8);

  Laboratory() {
    this.sources = Path.of(System.getProperty("basedir", "")).resolve("main/java/io/runledger");
  }

  /**
   * Compiles the mutant.
   *
   * @param directory is given its classes
   * @throws IllegalStateException if it does not fit the code, or does not compile
   */
  synchronized void make(Mutant mutant, Path directory) {
    StringWriter messages = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                messages,
                files,
                null,
                List.of(
                    "-d",
                    directory.toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "--release",
                    "17",
                    "-parameters",
                    "-proc:none",
                    "-nowarn"),
                null,
                List.of(new Source(mutant.className(), mutant.breaking(source(mutant)))))
            .call();
    if (!compiled) {
      throw new IllegalStateException(
          "The mutant %s does not compile; correct its 'replace' in mutants.yaml:%n%s"
              .formatted(mutant.name(), messages));
    }
  }

  private String source(Mutant mutant) {
    try {
      return Files.readString(sources.resolve(mutant.file()));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The mutant %s is in a file that cannot be read: %s"
              .formatted(mutant.name(), mutant.file()),
          e);
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String code;

    Source(String className, String code) {
      super(
          URI.create(
              "mutant:///" + className.replace('.', '/') + JavaFileObject.Kind.SOURCE.extension),
          Kind.SOURCE);
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }
}

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
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Makes mutants: classes of the broken code in a directory of their own. The framework's classes
 * stay as they are; who puts that directory before them runs the mutant.
 */
final class Laboratory implements AutoCloseable {

  private final Path sources =
      Path.of(System.getProperty("basedir", "")).resolve("main/java/io/runledger");
  private final JavaCompiler compiler =
      Objects.requireNonNull(
          ToolProvider.getSystemJavaCompiler(), "mutants are compiled: run this on a JDK");
  // One for all: it remembers what is in the jars.
  private final StandardJavaFileManager files =
      compiler.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8);

  /**
   * Compiles the mutant.
   *
   * @param directory is given its classes
   * @throws IllegalStateException if it does not fit the code, or does not compile
   */
  void make(Mutant mutant, Path directory) {
    make(List.of(mutant), directory);
  }

  /** Compiles several, no two of them in one file, in much less time than one after the other. */
  synchronized void make(List<Mutant> mutants, Path directory) {
    List<Source> sources = mutants.stream().flatMap(one -> broken(one).stream()).toList();
    StringWriter messages = new StringWriter();
    boolean compiled =
        compiler.getTask(messages, files, null, options(directory), null, sources).call();
    if (!compiled) {
      throw new IllegalStateException(
          "Of %s one does not compile; correct its 'replace' in mutants.yaml:%n%s"
              .formatted(mutants.stream().map(Mutant::name).toList(), messages));
    }
  }

  private static List<String> options(Path directory) {
    return List.of(
        "-d",
        directory.toString(),
        "-cp",
        System.getProperty("java.class.path"),
        "--release",
        "17",
        "-parameters",
        "-proc:none",
        "-nowarn");
  }

  private List<Source> broken(Mutant mutant) {
    try {
      return mutant.breaking(this::read).entrySet().stream()
          .map(file -> new Source(file.getKey(), file.getValue()))
          .toList();
    } catch (IllegalStateException | UncheckedIOException e) {
      throw new IllegalStateException(
          "The mutant %s does not fit the code any more. %s"
              .formatted(mutant.name(), e.getMessage()),
          e);
    }
  }

  private String read(String file) {
    try {
      return Files.readString(sources.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException("There is no " + file + " to read.", e);
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String code;

    Source(String file, String code) {
      super(URI.create("mutant:///io/runledger/" + file), Kind.SOURCE);
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }
}

package io.runledger.jobs.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The operating system and processor, by the names that archives of binaries carry.
 *
 * @param system linux, darwin, windows, or what Java calls any other
 * @param processor x86_64, arm_64, or what Java calls any other
 */
record Platform(String system, String processor) {

  static Platform current() {
    return new Platform(
        system(System.getProperty("os.name", "").toLowerCase(Locale.ROOT)),
        processor(System.getProperty("os.arch", "").toLowerCase(Locale.ROOT)));
  }

  boolean isWindows() {
    return system.equals("windows");
  }

  /** Alpine's C library is another: a binary made for the usual one does not start there. */
  boolean isAlpine() {
    return system.equals("linux") && Files.exists(Path.of("/etc/alpine-release"));
  }

  @Override
  public String toString() {
    return system + "/" + processor;
  }

  private static String system(String name) {
    if (name.startsWith("mac")) {
      return "darwin";
    }
    return name.startsWith("windows") ? "windows" : name;
  }

  private static String processor(String name) {
    return switch (name) {
      case "amd64", "x86_64" -> "x86_64";
      case "aarch64", "arm64" -> "arm_64";
      default -> name;
    };
  }
}

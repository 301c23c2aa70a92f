package io.runledger.jobs.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Who uses the servers: one file for each participant, on which it holds a lock of the operating
 * system. A file whose lock can be had is of a process that died without leaving, and is removed.
 *
 * <p>Call it under the {@link StartLock} only.
 */
record Participants(Path directory) {

  /** A participant's stay. */
  record Stay(Path file, FileChannel channel) {

    void end() throws IOException {
      channel.close();
      Files.deleteIfExists(file);
    }
  }

  /** Enters the list. */
  Stay enter() throws IOException {
    Path file = directory.resolve(jvm() + "-" + UUID.randomUUID());
    FileChannel channel = FileChannel.open(file, CREATE_NEW, READ, WRITE);
    try {
      channel.write(ByteBuffer.wrap(processSpace().getBytes(UTF_8)));
      channel.lock();
      return new Stay(file, channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** How many take part, after the dead are removed. */
  int count() throws IOException {
    return living().size();
  }

  /** Whether a participant lives where process ids mean others: in another container, say. */
  boolean anyOutOfSight() throws IOException {
    String here = processSpace();
    for (Path file : living()) {
      // Our own files are not opened: to close them again would drop our lock.
      if (!isOfThisJvm(file) && !Files.readString(file, UTF_8).equals(here)) {
        return true;
      }
    }
    return false;
  }

  private List<Path> living() throws IOException {
    List<Path> living = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        if (isOfThisJvm(file) || isLocked(file)) {
          living.add(file);
        } else {
          Files.delete(file);
        }
      }
    }
    return living;
  }

  private static boolean isLocked(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
      return channel.tryLock() == null;
    }
  }

  private static boolean isOfThisJvm(Path file) {
    return file.getFileName().toString().startsWith(jvm() + "-");
  }

  /** With its start: in a container the next JVM is likely to have the same id. */
  private static String jvm() {
    ProcessHandle self = ProcessHandle.current();
    return self.pid() + "-" + self.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
  }

  /** Names the name space of process ids on Linux; empty elsewhere. */
  private static String processSpace() throws IOException {
    Path link = Path.of("/proc/self/ns/pid");
    try {
      return Files.isSymbolicLink(link) ? Files.readSymbolicLink(link).toString() : "";
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}

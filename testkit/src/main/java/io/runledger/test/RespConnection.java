package io.runledger.test;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection that speaks the Redis protocol, RESP 2: a command, an answer. For what belongs to
 * a connection, {@code WAIT} say; else {@link RedisServer#command} is simpler. For one thread.
 */
public final class RespConnection implements AutoCloseable {

  private final Socket socket = new Socket();
  private final DataInputStream input;

  /**
   * Connects to a server on 127.0.0.1.
   *
   * @param timeout holds for the connect and for each answer
   * @throws IOException if nobody listens there
   */
  public RespConnection(int port, Duration timeout) throws IOException {
    int millis = Math.toIntExact(timeout.toMillis());
    try {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
      socket.setSoTimeout(millis);
      input = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Runs one command.
   *
   * @param words the command and its arguments
   * @return a String, a Long, a List of these, or null for Redis's nil
   * @throws RedisError if Redis answers with an error
   * @throws IOException if it does not answer in time, or the connection broke: what became of the
   *     command is unknown then, and the connection of no more use
   */
  public @Nullable Object call(String... words) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(ascii("*" + words.length));
    for (String word : words) {
      byte[] content = word.getBytes(StandardCharsets.UTF_8);
      bytes.writeBytes(ascii("$" + content.length));
      bytes.writeBytes(content);
      bytes.writeBytes(ascii(""));
    }
    socket.getOutputStream().write(bytes.toByteArray());
    return answer();
  }

  private static byte[] ascii(String line) {
    return (line + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  private @Nullable Object answer() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case '-' -> throw new RedisError(rest);
      case ':' -> Long.valueOf(rest);
      case '$' -> text(Integer.parseInt(rest));
      case '*' -> list(Integer.parseInt(rest));
      default -> throw new IOException("not an answer of Redis: " + line);
    };
  }

  private @Nullable String text(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] content = new byte[length];
    input.readFully(content);
    line();
    return new String(content, StandardCharsets.UTF_8);
  }

  private @Nullable List<@Nullable Object> list(int size) throws IOException {
    if (size < 0) {
      return null;
    }
    List<@Nullable Object> answers = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      answers.add(answer());
    }
    return answers;
  }

  private String line() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = input.read(); next != '\n'; next = input.read()) {
      if (next < 0) {
        throw new EOFException("Redis closed the connection");
      }
      bytes.write(next);
    }
    return bytes.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

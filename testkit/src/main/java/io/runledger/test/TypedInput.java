package io.runledger.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A child's standard input. It holds whatever nobody has read yet: the watch over the parent, which
 * fills it, must never wait for a reader.
 */
final class TypedInput extends InputStream {

  private final BlockingQueue<Integer> bytes = new LinkedBlockingQueue<>();

  void add(int read) {
    bytes.add(read);
  }

  @Override
  public int read() throws IOException {
    try {
      return bytes.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while nothing was typed");
    }
  }

  /** Not more than there is: else a reader of lines would wait for a full buffer. */
  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    buffer[offset] = (byte) read();
    int count = 1;
    for (; count < length; count++) {
      Integer next = bytes.poll();
      if (next == null) {
        break;
      }
      buffer[offset + count] = next.byteValue();
    }
    return count;
  }

  @Override
  public int available() {
    return bytes.size();
  }
}

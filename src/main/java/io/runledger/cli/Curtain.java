package io.runledger.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Lets through what is written once it is open. While an application starts, libraries log each in
 * their own words what one line will say. On a terminal, what is let through begins where the line
 * of the progress stands, and wipes that first.
 */
final class Curtain extends OutputStream {

  private final OutputStream behind;
  private final boolean wipes;
  private volatile boolean open;
  private boolean inLine;

  /**
   * @param open whether it lets through from the start
   * @param wipes whether a line of progress may stand where a line begins
   */
  Curtain(OutputStream behind, boolean open, boolean wipes) {
    this.behind = behind;
    this.open = open;
    this.wipes = wipes;
  }

  void open() {
    open = true;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    if (!open || length == 0) {
      return;
    }
    if (wipes && !inLine) {
      behind.write(ProgressDisplay.WIPE.getBytes(US_ASCII));
    }
    behind.write(bytes, offset, length);
    inLine = bytes[offset + length - 1] != '\n';
  }

  @Override
  public void flush() throws IOException {
    behind.flush();
  }
}

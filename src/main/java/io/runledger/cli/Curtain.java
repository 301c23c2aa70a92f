package io.runledger.cli;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Lets through what is written once it is open. While an application starts, libraries log each in
 * their own words what one line will say.
 */
final class Curtain extends OutputStream {

  private final OutputStream behind;
  private volatile boolean open;

  Curtain(OutputStream behind, boolean open) {
    this.behind = behind;
    this.open = open;
  }

  void open() {
    open = true;
  }

  @Override
  public void write(int one) throws IOException {
    if (open) {
      behind.write(one);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (open) {
      behind.write(bytes, offset, length);
    }
  }

  @Override
  public void flush() throws IOException {
    behind.flush();
  }
}

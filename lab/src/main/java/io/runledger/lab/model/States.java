package io.runledger.lab.model;

import java.util.Arrays;

/** All states that were met, each once, in the order they were met: the set, and the queue. */
final class States {

  private final int width;
  private int[] words;
  private int[] parents = new int[1 << 16];
  private int[] table = new int[1 << 17];
  private int size;

  /**
   * @param width how many numbers make a state
   */
  States(int width) {
    this.width = width;
    this.words = new int[width << 16];
  }

  int size() {
    return size;
  }

  /** The state before it on the shortest way there; -1 for the first. */
  int parent(int state) {
    return parents[state];
  }

  void read(int state, State into) {
    into.unpack(words, state * width);
  }

  boolean is(int state, int[] key) {
    return Arrays.equals(words, state * width, (state + 1) * width, key, 0, width);
  }

  /**
   * The number of the state.
   *
   * @param parent from where it was met; kept if it is new
   */
  int add(int[] key, int parent) {
    int mask = table.length - 1;
    int slot = hash(key) & mask;
    while (table[slot] != 0) {
      int known = table[slot] - 1;
      if (is(known, key)) {
        return known;
      }
      slot = (slot + 1) & mask;
    }
    table[slot] = size + 1;
    if (size == parents.length) {
      parents = Arrays.copyOf(parents, size * 2);
      words = Arrays.copyOf(words, Math.multiplyExact(words.length, 2));
    }
    System.arraycopy(key, 0, words, size * width, width);
    parents[size] = parent;
    size++;
    if (size * 2 > table.length) {
      grow();
    }
    return size - 1;
  }

  private void grow() {
    table = new int[Math.multiplyExact(table.length, 2)];
    int mask = table.length - 1;
    int[] key = new int[width];
    for (int state = 0; state < size; state++) {
      System.arraycopy(words, state * width, key, 0, width);
      int slot = hash(key) & mask;
      while (table[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      table[slot] = state + 1;
    }
  }

  private static int hash(int[] key) {
    long hash = 0;
    for (int word : key) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return (int) (hash ^ (hash >>> 32));
  }
}

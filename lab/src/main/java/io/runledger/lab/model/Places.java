package io.runledger.lab.model;

/** Pods that are interchangeable: states are alike that differ in nothing but who is who. */
final class Places {

  private Places() {}

  /**
   * Sorts the pods of a packed state.
   *
   * @param places what is moved with them, one for each pod
   */
  static void sort(World world, int[] key, int[] places) {
    int first = world.runs() + 1;
    for (int i = 1; i < world.pods(); i++) {
      for (int j = i; j > 0 && key[first + j - 1] > key[first + j]; j--) {
        swap(key, first + j - 1);
        swap(places, j - 1);
      }
    }
  }

  private static void swap(int[] numbers, int at) {
    int kept = numbers[at];
    numbers[at] = numbers[at + 1];
    numbers[at + 1] = kept;
  }
}

package io.runledger.lab.model;

/** All that may happen next. */
final class Protocol {

  private final Asking asking;
  private final Working working;
  private final Nature nature;
  private final int pods;

  Protocol(World world) {
    this.asking = new Asking(world);
    this.working = new Working(world);
    this.nature = new Nature(world);
    this.pods = world.pods();
  }

  void moves(Moves moves) {
    for (int i = 0; i < pods; i++) {
      asking.moves(moves, i);
      working.moves(moves, i);
      nature.moves(moves, i);
    }
    nature.leases(moves);
  }
}

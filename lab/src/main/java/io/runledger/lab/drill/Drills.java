package io.runledger.lab.drill;

import java.util.List;
import java.util.stream.Collectors;

/** All drills, in the order of the matrix. */
public final class Drills {

  private static final List<Drill> ALL =
      List.of(
          new Failover(),
          HolderDies.underWatchdog(),
          HolderDies.withLongTtl(),
          HolderDies.withoutTtl(),
          FrozenHolder.longerThanTtl(),
          FrozenHolder.longerThanLease(),
          Partition.fromRedis(),
          Partition.fromDatabase(),
          Partition.fromBoth(),
          new EverybodyPresses(),
          ShortJobSkew.halfASecond(),
          ShortJobSkew.clocksApart(),
          DatabaseRestart.fast(),
          DatabaseRestart.crash(),
          DatabaseFailover.asynchronous(),
          DatabaseFailover.synchronous());

  private Drills() {}

  /** All of them. */
  public static List<Drill> all() {
    return ALL;
  }

  /**
   * The drill of this name, or all variants of it.
   *
   * @throws IllegalArgumentException naming all, if there is none
   */
  public static List<Drill> named(String name) {
    List<Drill> found =
        ALL.stream()
            .filter(drill -> drill.name().equals(name) || drill.name().startsWith(name + "/"))
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "There is no drill '%s'. The drills are %s."
              .formatted(name, ALL.stream().map(Drill::name).collect(Collectors.joining(", "))));
    }
    return found;
  }
}

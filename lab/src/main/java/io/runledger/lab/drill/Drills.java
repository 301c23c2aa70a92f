package io.runledger.lab.drill;

import java.util.List;

/** All drills, in the order of the matrix. */
public final class Drills {

  private static final List<Drill> ALL =
      List.of(
          new Failover(),
          new FailoverWait(),
          new WaitForAll(),
          new Graceful(),
          new WatchdogDies(true),
          new WatchdogDies(false),
          new TtlTooShort(),
          new ForeignRelease(false),
          new ForeignRelease(true),
          new ForeignRenewal(false),
          new ForeignRenewal(true),
          HolderDies.underWatchdog(),
          HolderDies.withLongTtl(),
          HolderDies.withoutTtl(),
          FrozenHolder.longerThanTtl(),
          FrozenHolder.longerThanLease(),
          Partition.fromRedis(),
          Partition.fromDatabase(),
          Partition.fromBoth(),
          new RedlockRestart(),
          new RedisGone(RedisGone.How.AT_BOOT),
          new RedisGone(RedisGone.How.MID_RUN),
          new RedisGone(RedisGone.How.HUNG),
          new RedisGone(RedisGone.How.READ_ONLY),
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
   * @throws IllegalArgumentException naming the nearest, if there is none
   */
  public static List<Drill> named(String name) {
    List<Drill> found =
        ALL.stream()
            .filter(drill -> drill.name().equals(name) || drill.name().startsWith(name + "/"))
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "There is no drill '%s'; nothing was played.%s 'drill list' names them all."
              .formatted(
                  name,
                  NearestName.to(name, ALL.stream().map(Drill::name).toList())
                      .map(" Did you mean %s?"::formatted)
                      .orElse("")));
    }
    return found;
  }
}

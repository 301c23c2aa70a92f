package io.runledger.test;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A test that starts everything and closes nothing. */
final class CarelessMain {

  private CarelessMain() {}

  public static void main(String[] arguments) {
    ChildPod pod = ChildPod.of(TalkingMain.class).arguments("tick").start();
    pod.awaitLine("tick 1", Duration.ofSeconds(20));
    RedisServer redis = RedisServer.start();
    PostgresServer postgres = PostgresServer.start();
    tell(pod.pid());
    tell(redis.pid());
    tellAll(postgres);
    tellAll(PostgresServer.shared());
    if ("frozen".equals(arguments[0])) {
      pod.freeze();
      redis.hang();
      postgres.hang();
    }
    System.out.println("all started");
    LockSupport.park();
  }

  private static void tellAll(PostgresServer server) {
    long postmaster =
        server
            .newDatabase()
            .jdbc()
            .sql("SELECT pg_read_file('postmaster.pid')")
            .query(String.class)
            .single()
            .lines()
            .findFirst()
            .map(Long::valueOf)
            .orElseThrow();
    tell(postmaster);
    ProcessHandle.of(postmaster).orElseThrow().children().forEach(child -> tell(child.pid()));
  }

  private static void tell(long pid) {
    System.out.println("started " + pid);
  }
}

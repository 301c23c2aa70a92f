package io.runledger.outages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.test.ChildPod;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Three pods, and nights in which pods are killed, the clock jumps, and deploys change crons and
 * rename jobs. {@code -Drunledger.nights=30} for all of them, {@code -Drunledger.seed} to repeat.
 */
class ThirtyNightsIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int PODS = 3;

  private final Database database = PostgresServer.shared().newDatabase();
  private final JdbcClient jdbc = JdbcClient.create(database.dataSource());
  private final EffectsTable effects = EffectsTable.create(database);
  private final List<ChildPod> pods = new ArrayList<>();
  private final List<String> story = new ArrayList<>();

  /** What is deployed: it changes over the nights. */
  private int version;

  private String cron = "0 30 23 * * ?";

  @Test
  void every_due_date_is_completed_once_and_in_order() {
    int nights = Integer.getInteger("runledger.nights", 3);
    long seed = Long.getLong("runledger.seed", System.nanoTime());
    System.out.println("Nights: " + nights + ", seed " + seed);
    Random random = new Random(seed);
    jdbc.sql("CREATE TABLE night_clock (now timestamptz NOT NULL)").update();
    jdbc.sql("INSERT INTO night_clock VALUES ('2026-03-01T12:00:00Z')").update();
    try {
      for (int i = 0; i < PODS; i++) {
        pods.add(start());
      }
      awaitRegistered();
      LocalDate date = LocalDate.of(2026, 3, 1);
      for (int night = 0; night < nights; night++) {
        LocalDate tonight = date.plusDays(night);
        maybeDeploy(random);
        // The last due time that any of the crons has.
        set(tonight.atTime(23, 50).toInstant(ZoneOffset.UTC));
        maybeKill(random);
        maybeJump(random);
        awaitCompleted(tonight);
        maybeKill(random);
        set(tonight.plusDays(1).atTime(12, 0).toInstant(ZoneOffset.UTC));
        replaceTheDead();
      }
      assertThat(dates("a")).hasSize(nights).isSorted();
      assertThat(dates("b")).hasSize(nights).isSorted();
      for (int night = 0; night < nights; night++) {
        effects.assertOnceEach("a " + date.plusDays(night), 3);
        effects.assertOnceEach("b " + date.plusDays(night), 3);
      }
      System.out.println(story);
    } catch (Throwable failure) {
      throw new AssertionError("seed " + seed + ": " + story, failure);
    } finally {
      pods.forEach(ChildPod::close);
    }
  }

  private String name(String role) {
    return version == 0 ? role : role + "-v" + version;
  }

  private ChildPod start() {
    ChildPod.Builder pod =
        ChildPod.of(NightlyPod.class)
            .property("spring.datasource.url", database.jdbcUrl())
            .property("spring.datasource.username", database.user())
            .property("spring.datasource.password", database.password())
            .property("spring.datasource.hikari.maximum-pool-size", "3")
            .property("spring.main.web-application-type", "none")
            .property("spring.flyway.enabled", "false")
            .property("night.first", name("a"))
            .property("night.second", name("b"))
            .property("runledger.zone", "UTC")
            .property("runledger.lease", "2s")
            .property("runledger.reconcile-every", "1s")
            .property("runledger.jobs." + name("a") + ".cron", cron)
            .property("runledger.jobs." + name("b") + ".after", name("a"));
    if (version > 0) {
      String before = version == 1 ? "" : "-v" + (version - 1);
      pod.property("runledger.jobs." + name("a") + ".formerly", "a" + before);
      pod.property("runledger.jobs." + name("b") + ".formerly", "b" + before);
    }
    ChildPod started = pod.start();
    started.awaitLine("pod is up"::equals, LIMIT);
    return started;
  }

  /** A new version, pod by pod, at noon or while the night's runs are still to come. */
  private void maybeDeploy(Random random) {
    if (random.nextInt(3) > 0) {
      return;
    }
    if (random.nextBoolean()) {
      version++;
    }
    cron = "0 %d 23 * * ?".formatted(random.nextInt(50));
    story.add("deploy " + name("a") + " at " + cron);
    for (int i = 0; i < PODS; i++) {
      pods.get(i).terminate();
      pods.get(i).awaitExit(LIMIT);
      pods.set(i, start());
    }
  }

  private void maybeKill(Random random) {
    for (int i = 0; i < PODS - 1; i++) {
      if (random.nextInt(3) == 0) {
        story.add("kill " + i);
        pods.get(i).kill();
      }
    }
  }

  private void replaceTheDead() {
    for (int i = 0; i < PODS; i++) {
      if (!pods.get(i).isAlive()) {
        pods.get(i).close();
        pods.set(i, start());
      }
    }
  }

  /** Back by hours, as a wrong clock does, and forth again. */
  private void maybeJump(Random random) {
    if (random.nextInt(3) == 0) {
      Instant now =
          jdbc.sql("SELECT now FROM night_clock").query(OffsetDateTime.class).single().toInstant();
      story.add("jump");
      set(now.minus(Duration.ofHours(random.nextInt(30))));
      set(now);
    }
  }

  private void set(Instant now) {
    jdbc.sql("UPDATE night_clock SET now = ?::timestamptz").param(now.toString()).update();
  }

  private void awaitRegistered() {
    await()
        .atMost(LIMIT)
        .until(
            () ->
                jdbc.sql("SELECT count(*) FROM runledger.batch_job").query(Long.class).single()
                    == 2);
  }

  private void awaitCompleted(LocalDate date) {
    story.add(date.toString());
    await(date + " of " + name("b"))
        .atMost(LIMIT)
        .until(
            () ->
                jdbc.sql(
                            """
                            SELECT count(*) FROM runledger.batch_run
                             WHERE job_name = ? AND batch_date = ? AND status = 'COMPLETED'
                            """)
                        .params(name("b"), date)
                        .query(Long.class)
                        .single()
                    == 1);
  }

  /** In the order in which they were completed. */
  private List<LocalDate> dates(String role) {
    return jdbc.sql(
            """
            SELECT batch_date FROM runledger.batch_run
             WHERE job_name = ? AND status = 'COMPLETED' ORDER BY ended_at
            """)
        .param(name(role))
        .query(LocalDate.class)
        .list();
  }
}

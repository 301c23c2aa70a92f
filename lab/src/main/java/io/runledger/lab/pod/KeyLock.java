package io.runledger.lab.pod;

import static io.runledger.lab.pod.Telling.tell;

import io.runledger.lab.night.Happening;
import io.runledger.test.RespConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A key in Redis, set if absent, by whoever thinks that this is all there is to a lock. */
final class KeyLock implements NaiveLock {

  private static final String KEY = "post-interest";
  private static final Duration POLL = Duration.ofMillis(50);
  private static final String ONLY_OURS =
      "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call(ARGV[2], KEYS[1], ARGV[3])"
          + " else return 0 end";
  private static final String DELETE_ONLY_OURS =
      "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1])"
          + " else return 0 end";

  private static final ThreadLocal<@Nullable String> MINE = new ThreadLocal<>();
  private static final ThreadLocal<@Nullable ScheduledFuture<?>> RENEWED = new ThreadLocal<>();

  private volatile @Nullable String told;
  private final RawRedis redis;
  private final NaiveSettings settings;
  private final ScheduledExecutorService renewal =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "renewal");
            thread.setDaemon(true);
            return thread;
          });

  KeyLock(NaiveSettings settings) {
    this.redis = new RawRedis(settings);
    this.settings = settings;
  }

  @Override
  public void lock() {
    boolean granted = false;
    while (!granted) {
      try {
        granted = tryLock();
      } catch (IOException e) {
        tellOnce(Happening.NOTE, "no answer from Redis, asks again and again: " + e.getMessage());
      }
      if (!granted) {
        LockSupport.parkNanos(POLL.toNanos());
      }
    }
  }

  @Override
  public boolean tryLock() throws IOException {
    String token = UUID.randomUUID().toString();
    if (!Boolean.TRUE.equals(redis.ask(connection -> isGranted(connection, token)))) {
      return false;
    }
    MINE.set(token);
    if (settings.style() == LockStyle.RENEWED) {
      long third = settings.ttl().dividedBy(3).toMillis();
      RENEWED.set(
          renewal.scheduleWithFixedDelay(() -> renew(token), third, third, TimeUnit.MILLISECONDS));
    }
    return true;
  }

  private boolean isGranted(RespConnection connection, String token) throws IOException {
    Object answer =
        settings.style() == LockStyle.NO_TTL
            ? connection.call("SET", KEY, token, "NX")
            : connection.call("SET", KEY, token, "NX", "PX", millis(settings.ttl()));
    if (answer == null) {
      return false;
    }
    int wanted = settings.waitReplicas();
    if (wanted == 0) {
      return true;
    }
    Object acknowledged =
        connection.call("WAIT", Integer.toString(wanted), millis(settings.timeout().dividedBy(2)));
    if (acknowledged instanceof Long count && count >= wanted) {
      tell(Happening.NOTE, "WAIT %d: %d replicas have the key".formatted(wanted, count));
      return true;
    }
    tellOnce(
        Happening.REFUSED,
        "WAIT %d: only %s replicas have the key; gives it back, and asks again and again"
            .formatted(wanted, acknowledged));
    connection.call("DEL", KEY);
    return false;
  }

  private void renew(String token) {
    try {
      Object renewed =
          redis.ask(
              connection ->
                  settings.asksWhoOwns()
                      ? connection.call(
                          "EVAL", ONLY_OURS, "1", KEY, token, "pexpire", millis(settings.ttl()))
                      : connection.call("PEXPIRE", KEY, millis(settings.ttl())));
      if (Long.valueOf(0).equals(renewed)) {
        tellOnce(Happening.LOST, "renewal: the key is gone or another's; nobody tells the job");
      }
    } catch (IOException e) {
      tell(Happening.NOTE, "no answer to the renewal: " + e.getMessage());
    }
  }

  @Override
  public void unlock() throws IOException {
    ScheduledFuture<?> renewing = RENEWED.get();
    if (renewing != null) {
      renewing.cancel(false);
    }
    String token = MINE.get();
    MINE.remove();
    if (token == null) {
      return;
    }
    var unused =
        redis.ask(
            connection ->
                settings.asksWhoOwns()
                    ? connection.call("EVAL", DELETE_ONLY_OURS, "1", KEY, token)
                    : deleteWhosever(connection, token));
  }

  private static @Nullable Object deleteWhosever(RespConnection connection, String token)
      throws IOException {
    Object owner = connection.call("GET", KEY);
    Object deleted = connection.call("DEL", KEY);
    if (owner != null && !token.equals(owner)) {
      tell(Happening.NOTE, "DEL: the key of another is gone");
    }
    return deleted;
  }

  private void tellOnce(Happening kind, String text) {
    if (!text.equals(told)) {
      told = text;
      tell(kind, text);
    }
  }

  private static String millis(Duration time) {
    return Long.toString(time.toMillis());
  }
}

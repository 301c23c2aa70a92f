package io.runledger.test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/**
 * A real PostgreSQL 18 on a free port of 127.0.0.1, for tests only: what it stores is thrown away.
 *
 * <p>{@link #shared()} is the one server of this JVM; give each test a {@link #newDatabase()} of
 * its own. A test that stops, kills or hangs the server takes a private one by {@link #start()}.
 *
 * <p>fsync is off and synchronous_commit is on: an acknowledged commit survives {@link #kill()},
 * though not a power cut. Time zone UTC, at most 300 connections. Works on Linux and macOS, as a
 * plain user and as root (where {@code unshare -U} is allowed). However this JVM ends, the server
 * ends with it and its files are removed.
 */
public final class PostgresServer implements AutoCloseable {

  private static final String SUPERUSER = "postgres";
  private static final Duration STREAM_LIMIT = Duration.ofSeconds(60);

  private final AtomicInteger databases = new AtomicInteger();
  private final int port = FreePort.next();
  private final PostgresProcess process;
  private final boolean isShared;

  private PostgresServer(boolean isShared, Map<String, String> settings, Consumer<Path> files) {
    this.isShared = isShared;
    process = new PostgresProcess(port, settings);
    files.accept(process.data());
    process.start();
  }

  /** The server of this JVM: started by the first call, stopped when the JVM ends. */
  public static PostgresServer shared() {
    return Shared.SERVER;
  }

  /** Starts a private server, for a test that stops, kills or hangs it. Takes 1 to 3 seconds. */
  public static PostgresServer start() {
    return start(Map.of());
  }

  /**
   * Starts a private server with settings of its own.
   *
   * @param settings names and values as in postgresql.conf, without blanks and quotes
   * @throws IllegalStateException if it does not start; the message holds the server's log
   */
  public static PostgresServer start(Map<String, String> settings) {
    return new PostgresServer(false, settings, fresh -> {});
  }

  /**
   * Starts a physical replica of this server, and waits until it streams. It answers what it is
   * asked, and writes nothing until it is {@linkplain #promote() promoted}.
   *
   * <p>Whether a commit here waits for it is for this server to say, by {@code
   * synchronous_standby_names}. Takes 2 to 4 seconds.
   *
   * @param name its {@code application_name}
   * @param link where it reaches this server on 127.0.0.1: the port of a {@link TcpProxy} to it, or
   *     its own
   */
  public PostgresServer replica(String name, int link) {
    Database here = database("postgres");
    PostgresServer replica =
        new PostgresServer(
            false,
            Map.of(),
            files -> new PhysicalBackup(here, process.data()).into(files, name, link));
    Awaitility.await("replica " + name + " streams")
        .atMost(STREAM_LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                here.jdbc()
                    .sql(
                        """
                        SELECT count(*) = 1 FROM pg_stat_replication
                         WHERE application_name = ? AND state = 'streaming'
                        """)
                    .param(name)
                    .query(Boolean.class)
                    .single());
    return replica;
  }

  /** Makes a replica a server of its own, with what has reached it; returns when it writes. */
  public void promote() {
    boolean isPromoted =
        database("postgres")
            .jdbc()
            .sql("SELECT pg_promote(wait => true, wait_seconds => 60)")
            .query(Boolean.class)
            .single();
    if (!isPromoted) {
      throw new IllegalStateException(
          "the replica on port " + port + " was not promoted within 60 s");
    }
  }

  /** The port on 127.0.0.1. It stays the same over a restart. */
  public int port() {
    return port;
  }

  /** Creates an empty database, under a name that no other database of this server has. */
  public Database newDatabase() {
    Database database = database("test_" + databases.incrementAndGet());
    database("postgres").jdbc().sql("CREATE DATABASE " + database.name()).update();
    return database;
  }

  private Database database(String name) {
    return new Database(port, name, SUPERUSER, "postgres");
  }

  /** Stops the server: its sessions end, and connections are refused. */
  public synchronized void stop() {
    refuseIfShared("stop");
    process.stop();
  }

  /** Starts the server again on the same port with the same data; stops it first if it runs. */
  public synchronized void restart() {
    refuseIfShared("restart");
    process.stop();
    process.start();
  }

  /** Crashes the server and its sessions by SIGKILL; {@link #restart()} then recovers its data. */
  public synchronized void kill() {
    refuseIfShared("kill");
    process.kill();
  }

  /**
   * Freezes the server and its sessions by SIGSTOP until {@link #resume()}: the kernel still
   * accepts connections, nobody answers.
   */
  public synchronized void hang() {
    refuseIfShared("hang");
    process.hang();
  }

  /** Lets a server go on that {@link #hang()} froze. */
  public synchronized void resume() {
    process.resume();
  }

  /** Ends the server, frozen or not, and removes its files. */
  @Override
  public synchronized void close() {
    refuseIfShared("close");
    process.discard();
  }

  private void refuseIfShared(String what) {
    if (isShared) {
      throw new IllegalStateException(
          "the shared PostgreSQL server was not asked to "
              + what
              + ", for other tests use it; take a private one by PostgresServer.start()");
    }
  }

  private static final class Shared {
    private static final PostgresServer SERVER = new PostgresServer(true, Map.of(), fresh -> {});

    static {
      // The guardian would end it too, though a moment after this JVM.
      Runtime.getRuntime()
          .addShutdownHook(new Thread(SERVER.process::discard, "runledger-postgres-stop"));
    }
  }
}

/**
 * What a test of a guarded job needs: real servers, pods as child JVMs, a TCP proxy, a movable
 * clock, and an effects table that shows every double run.
 *
 * <pre>{@code
 * Database database = PostgresServer.shared().newDatabase();
 * EffectsTable effects = EffectsTable.create(database);   // the job writes to it by EffectsTable.insert
 * try (RedisServer redis = RedisServer.start();
 *     TcpProxy proxy = TcpProxy.to(redis.port());
 *     ChildPod pod =
 *         ChildPod.of(MyApplication.class)
 *             .property("spring.datasource.url", database.jdbcUrl())
 *             .property("spring.datasource.username", database.user())
 *             .property("runledger.filter.nodes", "redis://127.0.0.1:" + proxy.port())
 *             .start()) {
 *   pod.awaitLine("chunk 4", Duration.ofSeconds(30));
 *   proxy.blackhole();
 *   pod.kill();
 *   // ... another pod takes over ...
 *   effects.assertOnceEach("eod-interest/2026-11-30", 1000);
 * }
 * }</pre>
 *
 * <p>All of it runs on Linux and macOS, needs nothing installed but a POSIX shell, takes free
 * ports, and leaves neither processes nor files behind, however the JVM of the test ends. The one
 * thing kept is the unpacked PostgreSQL, in {@code runledger-<user>} in the temporary directory.
 */
@NullMarked
package io.runledger.test;

import org.jspecify.annotations.NullMarked;

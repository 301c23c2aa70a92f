package io.runledger.lab.hunt;

import java.time.Duration;

/**
 * Something that a hunt does.
 *
 * @param at when, since the hunt began
 * @param kind what
 * @param which a number that chooses pod, job or date among those there are then
 * @param lasting how long a fault lasts; zero for what has no duration
 */
public record Action(Duration at, Kind kind, int which, Duration lasting) {

  /** What a hunt can do. */
  public enum Kind {
    /** The next date falls due. */
    NIGHT(6),
    /** A pod is killed by SIGKILL, and another started in its place. */
    KILL(4),
    /** A pod is asked to end, as a deploy does, and another started in its place. */
    DEPLOY(2),
    /** A job gets a new name, in one pod after the other; each once. */
    RENAME(1),
    /** A pod is frozen and goes on. */
    FREEZE(4),
    /** A pod's packets to PostgreSQL are lost, and come back. */
    DATABASE_LOST(3),
    /** A pod's connections to PostgreSQL are reset. */
    DATABASE_CUT(3),
    /** All that a pod says to PostgreSQL and hears from it is late. */
    DATABASE_SLOW(2),
    /** A pod's packets to Redis are lost, and come back. */
    REDIS_LOST(2),
    /** Redis forgets everything. */
    REDIS_EMPTY(4),
    /** Redis hangs. */
    REDIS_HANGS(2),
    /** Redis is killed, and comes back empty. */
    REDIS_KILLED(2),
    /**
     * With Sentinels only: the master is lost before its replicas have its keys, one of them takes
     * over, and the old master comes back.
     */
    FAILOVER(4),
    /** Redis takes no writes. */
    REDIS_READ_ONLY(1),
    /** PostgreSQL is stopped and started. */
    DATABASE_RESTART(1),
    /** PostgreSQL is killed and recovers. */
    DATABASE_KILLED(1),
    /** Sessions of the pods are terminated. */
    SESSIONS_TERMINATED(2),
    /** The clock by which dates fall due goes back for a while. */
    CLOCK_BACK(1),
    /** A person asks for a run, on two pods at once. */
    RUN(6),
    /** A person stops a run. */
    STOP(3),
    /** A person holds a job, and releases it after a while. */
    HOLD(2),
    /** A person reopens a date with its later ones. */
    REOPEN(2);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }

    int weight() {
      return weight;
    }
  }
}

package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.jobs.CommandLine.Running;
import io.runledger.jobs.CommandLine.Said;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import io.runledger.test.RedisServer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same run asked for by two processes at once; {@code -Drunledger.rounds=50} for more. */
class TwiceAtOnceIT {

  private static final int ROUNDS = Integer.getInteger("runledger.rounds", 5);

  private final Database database = PostgresServer.shared().newDatabase();
  private final Statements statements = new Statements(database);
  private @TempDir Path folder;

  @Test
  @DisplayName("RC-28 of two processes that ask at once one starts it, and the other is told")
  void one_starts_it_the_other_is_told_and_nothing_is_done_twice() {
    try (RedisServer redis = RedisServer.start();
        CommandLine commands =
            new CommandLine(folder, database)
                .with("runledger.filter.nodes[0]", "redis://127.0.0.1:" + redis.port())) {
      commands.run("status").exitsWith(0); // makes the tables
      for (int round = 0; round < ROUNDS; round++) {
        String date = LocalDate.of(2025, 1, 1).plusDays(round).toString();
        Running one = commands.start("run", "daily-statement", "--date", date, "--json");
        Running other = commands.start("run", "daily-statement", "--date", date, "--json");
        List<Said> both = List.of(one.await(), other.await());

        boolean firstStarted = verdict(both.get(0)).equals("STARTED");
        Said winner = both.get(firstStarted ? 0 : 1);
        Said loser = both.get(firstStarted ? 1 : 0);
        assertThat(verdict(winner.exitsWith(0))).as("round %d", round).isEqualTo("STARTED");
        assertThat(verdict(loser))
            .as("round %d", round)
            .isIn("ALREADY_RUNNING", "ALREADY_COMPLETED");
        loser.exitsWith(verdict(loser).equals("ALREADY_RUNNING") ? 4 : 0);
        statements.assertOnceEach(date);
      }
    }
  }

  private static String verdict(Said said) {
    return said.json().path("verdict").asString();
  }
}

package io.runledger.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Nights of fresh seeds. {@code -Drunledger.seeds} says how many, and {@code -Drunledger.seed} the
 * first of them, to play a night again.
 */
@DisplayName("In the simulation")
class SimulationTest {

  private static final int SEEDS = Integer.getInteger("runledger.seeds", 10_000);
  private static final long FIRST =
      Long.getLong("runledger.seed", System.currentTimeMillis() / 1000 * 100_000);

  private final Logger logger = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final Level level = logger.getLevel();

  /** Faults are what a night is made of. */
  @BeforeEach
  void silence() {
    logger.setLevel(Level.OFF);
  }

  @AfterEach
  void speak() {
    logger.setLevel(level);
  }

  @Test
  void no_night_breaks_a_promise() throws Exception {
    Nights nights = new Nights(FIRST, SEEDS);
    nights.play();
    System.out.println(nights);
    assertThat(nights.broken()).as(nights.toString()).isEmpty();
  }

  @Test
  void the_same_seed_plays_the_same_night() throws Exception {
    try (Lane lane = new Lane()) {
      for (long seed = FIRST; seed < FIRST + Math.min(SEEDS, 30); seed++) {
        assertThat(trace(lane, seed)).as("seed " + seed).isEqualTo(trace(lane, seed));
      }
    }
  }

  private static List<String> trace(Lane lane, long seed) {
    List<String> trace = new ArrayList<>();
    Promises unused = new Night(lane, seed, trace).play();
    return trace;
  }
}

package io.runledger.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@DisplayName("The protocol, in every interleaving")
class SoundProtocolTest {

  private static final Logger log = LoggerFactory.getLogger(SoundProtocolTest.class);
  private static final int MOST = 20_000_000;
  private static final long ENOUGH = 1_000_000;

  @Test
  void holds_in_all_of_more_than_a_million_states() {
    long states = 0;
    long begun = System.nanoTime();
    for (Setting setting : Setting.values()) {
      Explorer.Findings findings =
          new Explorer(setting.world(), setting.invariants()).explore(MOST);
      assertThat(findings.counterexample()).as("%s", setting).isNull();
      assertThat(findings.exhausted()).as("%s", setting).isTrue();
      states += findings.states();
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    log.atInfo()
        .addKeyValue("states", states)
        .log("{} states in {} ms, {} a second", states, millis, states * 1000 / millis);
    assertThat(states).isGreaterThan(ENOUGH);
  }

  @Test
  void the_same_world_gives_the_same_states_each_time() {
    World world = World.of(2, 1).with(Set.of(Flaw.FENCE_BY_PLAIN_SELECT));
    Explorer.Findings once = new Explorer(world, Setting.TWO_PODS.invariants()).explore(MOST);
    Explorer.Findings again = new Explorer(world, Setting.TWO_PODS.invariants()).explore(MOST);
    assertThat(again).isEqualTo(once);
  }
}

package io.runledger.lab.hunt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {

  private static final Duration LENGTH = Duration.ofMinutes(30);

  @Test
  void the_same_seed_draws_the_same_plan_and_another_one_another() {
    assertThat(Plan.draw(7, LENGTH)).isEqualTo(Plan.draw(7, LENGTH));
    assertThat(Plan.draw(8, LENGTH).actions()).isNotEqualTo(Plan.draw(7, LENGTH).actions());
  }

  @Test
  void half_an_hour_has_every_kind_of_action_in_order_of_time() {
    Plan plan = Plan.draw(1, LENGTH, Plan.Redis.SENTINEL);
    assertThat(kinds(plan))
        .containsExactlyInAnyOrderElementsOf(Arrays.asList(Action.Kind.values()));
    assertThat(plan.actions()).extracting(Action::at).isSorted();
    assertThat(plan.pods()).isBetween(3, 5);
  }

  private static Set<Action.Kind> kinds(Plan plan) {
    return plan.actions().stream().map(Action::kind).collect(Collectors.toSet());
  }

  @Test
  void about_every_other_plan_has_sentinels_and_only_these_fail_over() {
    Map<Plan.Redis, Long> redis =
        LongStream.range(0, 300)
            .mapToObj(seed -> Plan.draw(seed, Duration.ofSeconds(1)).redis())
            .collect(Collectors.groupingBy(drawn -> drawn, Collectors.counting()));
    assertThat(redis.values()).hasSize(2).allMatch(count -> count > 100);
    assertThat(kinds(Plan.draw(1, LENGTH, Plan.Redis.SINGLE)))
        .hasSize(Action.Kind.values().length - 1)
        .doesNotContain(Action.Kind.FAILOVER);
  }

  @Test
  void a_plan_is_read_as_it_was_written(@TempDir Path directory) throws Exception {
    Plan plan = Plan.draw(3, LENGTH);
    Path file = directory.resolve("plan.json");
    plan.write(file);
    assertThat(Plan.read(file)).isEqualTo(plan);

    Files.writeString(file, "no plan");
    assertThatThrownBy(() -> Plan.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("plan.json holds no plan");
  }

  @Test
  void of_a_plan_that_breaks_a_promise_only_what_breaks_it_is_left() {
    Plan plan = Plan.draw(5, Duration.ofMinutes(1));
    Action one = plan.actions().get(3);
    Action other = plan.actions().get(plan.actions().size() - 2);
    Shrinker shrinker = new Shrinker(some -> some.actions().containsAll(List.of(one, other)), 1000);
    assertThat(shrinker.shrink(plan).actions()).containsExactly(one, other);
  }

  @Test
  void a_plan_is_not_played_more_often_than_allowed() {
    Plan plan = Plan.draw(5, Duration.ofMinutes(1));
    int[] played = {0};
    Plan same =
        new Shrinker(
                some -> {
                  played[0]++;
                  return false;
                },
                5)
            .shrink(plan);
    assertThat(played[0]).isEqualTo(5);
    assertThat(same).isEqualTo(plan);
  }
}

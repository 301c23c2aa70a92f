package io.runledger.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@DisplayName("A broken protocol")
class FlawTest {

  private static final Logger log = LoggerFactory.getLogger(FlawTest.class);
  private static final int MOST = 20_000_000;
  private static final World ONE_RUN = World.of(2, 1).withoutFailures();
  private static final World TWO_LOCK_NAMES = World.of(2, 1).disagreeing().withoutPeople();
  private static final Set<Invariant> DOUBLES =
      Set.of(Invariant.EFFECT_ONCE, Invariant.COMPLETED_IS_COMPLETE);

  @ParameterizedTest
  @EnumSource(
      value = Flaw.class,
      mode = Mode.EXCLUDE,
      names = {"FENCE_NOT_COMPARED", "OLD_LEASE_NOT_READ", "RENEWAL_WITHOUT_OWNER"})
  void is_found_out_in_as_many_steps_as_the_documentation_says(Flaw flaw) throws IOException {
    Counterexample found = explore(world(flaw), Set.of(worst(flaw)), flaw).orElseThrow();
    log.atInfo()
        .addKeyValue("flaw", flaw)
        .log("{}: {}\n  {}", flaw, found.broken(), String.join("\n  ", found.steps()));
    assertThat(documentation())
        .contains(
            "| `%s` | %s | `%s` | %d |"
                .formatted(flaw, flaw.words(), found.broken(), found.length()));
  }

  @ParameterizedTest
  @EnumSource(
      value = Flaw.class,
      names = {"FENCE_NOT_COMPARED", "OLD_LEASE_NOT_READ", "RENEWAL_WITHOUT_OWNER"})
  void does_nothing_where_other_conditions_cover_it(Flaw flaw) throws IOException {
    Set<Invariant> all = EnumSet.complementOf(EnumSet.of(Invariant.ORDER));
    assertThat(explore(world(flaw), all, flaw)).isEmpty();
    assertThat(explore(ONE_RUN.onTime(), Setting.PUNCTUAL.invariants(), flaw)).isEmpty();
    assertThat(documentation()).contains("| `%s` | %s | none | |".formatted(flaw, flaw.words()));
  }

  /** A claim under a lower fence is stopped by what comes before it, and by what comes after it. */
  @Test
  void commits_under_a_lower_fence_once_attempts_and_lease_are_not_looked_at_either() {
    Set<Invariant> late = Set.of(Invariant.NO_OLD_FENCE);
    assertThat(explore(ONE_RUN, late, Flaw.FENCE_NOT_COMPARED, Flaw.ATTEMPTS_NOT_COMPARED))
        .isEmpty();
    assertThat(
            explore(
                ONE_RUN,
                late,
                Flaw.FENCE_NOT_COMPARED,
                Flaw.ATTEMPTS_NOT_COMPARED,
                Flaw.LEASE_ROW_NOT_JOINED))
        .isPresent();
  }

  /**
   * Spring Batch's version column, which the takeover raises, is a second wall behind the fence.
   */
  @Test
  void that_lets_a_late_chunk_in_doubles_nothing_as_long_as_the_takeover_closes_executions() {
    assertThat(explore(ONE_RUN, DOUBLES, Flaw.FENCE_BY_PLAIN_SELECT)).isEmpty();
    assertThat(explore(ONE_RUN, DOUBLES, Flaw.CLAIM_WITHOUT_LOCK)).isEmpty();
  }

  @Test
  void with_unfenced_metadata_begins_again_where_it_began() {
    assertThat(explore(ONE_RUN, DOUBLES, Flaw.CREATES_UNFENCED, Flaw.UPDATES_UNFENCED)).isPresent();
  }

  private static World world(Flaw flaw) {
    return switch (flaw) {
      case LEASE_ROW_NOT_JOINED -> Setting.SHARED_LOCK.world();
      case OLD_LOCK_NOT_TAKEN, OLD_LEASE_NOT_READ, ATTEMPTS_NOT_COMPARED -> TWO_LOCK_NAMES;
      case OWNER_BY_HOST -> ONE_RUN.onTime();
      default -> ONE_RUN;
    };
  }

  /** The worst that it does. */
  private static Invariant worst(Flaw flaw) {
    return switch (flaw) {
      case CONTEXT_NOT_PERSISTED, TASKLET_UNMARKED, NEVER_STARTED_STEPS_COUNT ->
          Invariant.EFFECT_ONCE;
      case FINISH_UNFENCED, GENERATION_KEPT -> Invariant.COMPLETED_IS_COMPLETE;
      case STATUS_NOT_CHECKED -> Invariant.COMPLETED_ONCE;
      case CREATES_UNFENCED,
          UPDATES_UNFENCED,
          CLEANING_BEFORE_CLAIM,
          EXECUTIONS_NOT_CLOSED,
          INSTANCE_NOT_REPAIRED,
          COMPLETED_NOT_RECOGNISED ->
          Invariant.FAILED_BY_THE_JOB;
      case FENCE_AT_START_OF_CHUNK,
          CLOCK_SET_BACK_UNSEEN,
          BUSY_IS_FINAL,
          LOST_KEEPS_CONNECTIONS,
          SESSIONS_NOT_ENDED,
          IDLE_SESSIONS_KEPT ->
          Invariant.PROGRESS;
      case OWNER_BY_HOST -> Invariant.ORDER;
      default -> Invariant.NO_OLD_FENCE;
    };
  }

  private static Optional<Counterexample> explore(
      World world, Set<Invariant> invariants, Flaw... flaws) {
    Explorer.Findings findings = new Explorer(world.with(Set.of(flaws)), invariants).explore(MOST);
    assertThat(findings.exhausted() || findings.counterexample() != null).isTrue();
    return Optional.ofNullable(findings.counterexample());
  }

  private static String documentation() throws IOException {
    Path here = Path.of("").toAbsolutePath();
    return Files.readString(Objects.requireNonNull(here.getParent()).resolve("docs/model.md"));
  }
}

package io.runledger.lab.model;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@DisplayName("A broken protocol")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FlawTest {

  private static final Logger log = LoggerFactory.getLogger(FlawTest.class);
  private static final int MOST = 20_000_000;

  /** Where a flaw shows, if not with two pods and one run. */
  private static final Map<Flaw, Setting> ELSEWHERE =
      Map.of(
          Flaw.LEASE_ROW_NOT_JOINED, Setting.SHARED_LOCK,
          Flaw.OLD_LOCK_NOT_TAKEN, Setting.TWO_LOCK_NAMES,
          Flaw.ATTEMPTS_NOT_COMPARED, Setting.TWO_LOCK_NAMES,
          Flaw.OWNER_BY_HOST, Setting.PUNCTUAL);

  /** Another layer covers them: docs/model.md says which. */
  private static final Set<Flaw> COVERED =
      Set.of(Flaw.FENCE_NOT_COMPARED, Flaw.OLD_LEASE_NOT_READ, Flaw.RENEWAL_WITHOUT_OWNER);

  private String documented = "";

  @BeforeAll
  void readTheDocumentation() throws IOException {
    documented = Files.readString(Path.of("../docs/model.md"));
  }

  @ParameterizedTest
  @EnumSource(Flaw.class)
  void is_found_out_as_its_line_in_the_documentation_says(Flaw flaw) {
    Setting setting = ELSEWHERE.getOrDefault(flaw, Setting.TWO_PODS);
    Counterexample found = explore(setting, Set.of(flaw));
    if (COVERED.contains(flaw)) {
      assertThat(found).isNull();
      assertThat(documented).contains("| `%s` | none |".formatted(flaw));
      return;
    }
    assertThat(found).isNotNull();
    log.atInfo().log(
        "{}: {} after {} steps in {}\n{}",
        flaw,
        found.broken(),
        found.length(),
        setting,
        found.steps().stream().collect(joining("\n  ", "  ", "")));
    assertThat(documented)
        .contains("| `%s` | `%s` | %d |".formatted(flaw, found.broken(), found.length()));
  }

  /** What is redundant alone, is so because of another: together they are not. */
  @ParameterizedTest
  @EnumSource(
      value = Flaw.class,
      names = {"FENCE_NOT_COMPARED", "ATTEMPTS_NOT_COMPARED"})
  void is_found_out_where_what_covers_it_is_broken_too(Flaw flaw) {
    Counterexample found =
        explore(
            Setting.THREE_PODS, Set.of(flaw, Flaw.FENCE_NOT_COMPARED, Flaw.LEASE_ROW_NOT_JOINED));
    assertThat(found).isNotNull();
    assertThat(found.broken()).isEqualTo(Invariant.NO_OLD_FENCE);
  }

  private static Counterexample explore(Setting setting, Set<Flaw> flaws) {
    return new Explorer(setting.world().with(flaws), setting.invariants())
        .explore(MOST)
        .counterexample();
  }
}

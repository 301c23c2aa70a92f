package io.runledger.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.mutant.Finding.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The list fits the code, and what runs it can tell a mutant that is caught from one that is not.
 */
class MutantsTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final List<Mutant> MUTANTS = MutantList.all();

  /** A row of the page's table of flaws: name, words, worst, steps. */
  private static final Pattern FLAW =
      Pattern.compile("^\\| `([A-Z_]+)` \\| [^|]+ \\| [^|]+ \\| \\d* ?\\|$", Pattern.MULTILINE);

  private static final Mutant QUICK = MutantList.named("retry-once-too-few").get(0);

  private static final Laboratory laboratory = new Laboratory();

  @TempDir private Path directory;

  @AfterAll
  static void close() throws IOException {
    laboratory.close();
  }

  @Test
  void each_mutant_still_fits_the_code_and_compiles() {
    for (List<Mutant> some : inDifferentFiles()) {
      laboratory.make(some, directory);
    }
  }

  private static List<List<Mutant>> inDifferentFiles() {
    List<List<Mutant>> groups = new ArrayList<>();
    for (Mutant mutant : MUTANTS) {
      groups.stream()
          .filter(group -> group.stream().noneMatch(one -> shareAFile(one, mutant)))
          .findFirst()
          .ifPresentOrElse(
              group -> group.add(mutant), () -> groups.add(new ArrayList<>(List.of(mutant))));
    }
    return groups;
  }

  private static boolean shareAFile(Mutant one, Mutant other) {
    return !Collections.disjoint(one.files(), other.files());
  }

  @Test
  void each_test_that_is_to_catch_one_exists() {
    for (Mutant mutant : MUTANTS) {
      assertThat(mutant.catchers()).as(mutant.name()).isNotEmpty();
      for (Catcher catcher : mutant.catchers()) {
        assertThat(catcher.selector()).isNotNull();
      }
    }
  }

  @Test
  void there_are_many_and_each_has_a_name_of_its_own_and_says_in_a_sentence_what_is_broken() {
    assertThat(MUTANTS).hasSizeGreaterThanOrEqualTo(25);
    assertThat(MUTANTS).extracting(Mutant::name).doesNotHaveDuplicates();
    assertThat(MUTANTS).extracting(Mutant::name).allMatch(name -> name.matches("[a-z]+(-[a-z]+)*"));
    assertThat(MUTANTS).extracting(Mutant::what).noneMatch(what -> what.contains("|"));
  }

  /** The model shows what each of them leads to; here the code itself has it. */
  @Test
  void each_flaw_of_the_model_is_one_of_them() throws IOException {
    String page = Files.readString(Path.of(System.getProperty("basedir", ""), "../docs/model.md"));
    List<String> flaws =
        FLAW.matcher(page).results().map(row -> row.group(1)).distinct().sorted().toList();

    assertThat(MUTANTS.stream().map(Mutant::flaw).filter(Objects::nonNull).distinct().sorted())
        .hasSizeGreaterThan(20)
        .containsExactlyElementsOf(flaws);
  }

  @Test
  void a_mutant_is_caught_by_the_first_test_that_is_red() {
    laboratory.make(QUICK, directory);

    Finding finding = new Trial(QUICK.catchers(), Optional.of(directory), LIMIT).run();

    assertThat(finding.kind()).as(finding.said()).isEqualTo(Kind.RED);
    assertThat(finding.said()).startsWith(QUICK.caughtBy().get(0));
  }

  @Test
  void a_mutant_that_breaks_nothing_survives() {
    Mutant harmless =
        mutant("harmless", "Whether there is one more attempt.", "Whether one may try again.");
    laboratory.make(harmless, directory);

    Finding finding = new Trial(harmless.catchers(), Optional.of(directory), LIMIT).run();

    assertThat(finding.kind()).as(finding.said()).isEqualTo(Kind.GREEN);
    assertThat(finding.isCaught()).isFalse();
  }

  @Test
  void code_that_has_moved_away_from_its_mutant_is_told() {
    Mutant stale = mutant("stale", "no such code", "none");

    assertThatThrownBy(() -> laboratory.make(stale, directory))
        .hasMessageContaining("stale does not fit the code any more")
        .hasMessageContaining("0 times in schedule/Retry.java");
  }

  @Test
  void code_that_does_not_compile_is_no_catch() {
    Mutant nonsense = mutant("nonsense", QUICK.places().get(0).find(), "return perhaps;");

    assertThatThrownBy(() -> laboratory.make(nonsense, directory))
        .hasMessageContaining("[nonsense] one does not compile");
  }

  @Test
  void a_test_that_does_not_end_is_told_by_the_limit() {
    assertThat(trial("Hanging", Duration.ofSeconds(1)).kind()).isEqualTo(Kind.HANGS);
  }

  @Test
  void what_fails_outside_of_a_test_and_what_holds_no_test_shows_nothing() {
    assertThat(trial("Unprepared", LIMIT).kind()).isEqualTo(Kind.BROKEN);
    assertThat(trial("Empty", LIMIT).kind()).isEqualTo(Kind.BROKEN);
  }

  private static Mutant mutant(String name, String find, String replace) {
    Place place = new Place(QUICK.places().get(0).file(), find, replace);
    return new Mutant(name, "It is only tried.", List.of(place), QUICK.caughtBy(), null);
  }

  private static Finding trial(String which, Duration limit) {
    Catcher catcher = Catcher.parse("mutant.MutantsTest$" + which);
    return new Trial(List.of(catcher), Optional.empty(), limit).run();
  }

  static final class Hanging {
    @Test
    void waits_for_ever() throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  static final class Unprepared {
    @BeforeAll
    static void fail() {
      throw new IllegalStateException("no server");
    }

    @Test
    void is_never_run() {}
  }

  static final class Empty {}
}

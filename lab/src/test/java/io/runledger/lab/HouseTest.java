package io.runledger.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import io.runledger.test.HouseRules;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("In the lab")
class HouseTest {

  private static final String ROOT = "io.runledger.lab";

  /** Each may use those before it, and the root all. */
  private static final List<String> PACKAGES = List.of("night", "pod", "stage", "drill", "report");

  /** Stand alone. */
  private static final List<String> APART = List.of("model", "hunt");

  private static final JavaClasses CLASSES = HouseRules.classesBeside(Lab.class);

  @Test
  void packages_depend_on_each_other_in_one_direction() {
    LayeredArchitecture layers =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("root")
            .definedBy(ROOT)
            .whereLayer("root")
            .mayNotBeAccessedByAnyLayer();
    for (String name : PACKAGES) {
      layers = layers.layer(name).definedBy(ROOT + "." + name + "..");
    }
    for (int i = 0; i < PACKAGES.size(); i++) {
      layers =
          layers
              .whereLayer(PACKAGES.get(i))
              .mayOnlyBeAccessedByLayers(
                  java.util.stream.Stream.concat(
                          PACKAGES.subList(i + 1, PACKAGES.size()).stream(),
                          java.util.stream.Stream.of("root"))
                      .toArray(String[]::new));
    }
    layers.check(CLASSES);
  }

  @Test
  void what_stands_alone_uses_nothing_of_the_lab() {
    for (String name : APART) {
      noClasses()
          .that()
          .resideInAPackage(ROOT + "." + name + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              java.util.stream.Stream.concat(
                      java.util.stream.Stream.of(ROOT),
                      PACKAGES.stream().map(other -> ROOT + "." + other + ".."))
                  .toArray(String[]::new))
          .allowEmptyShould(true)
          .check(CLASSES);
    }
  }

  @Test
  void each_package_has_its_place() {
    assertThat(CLASSES)
        .isNotEmpty()
        .allSatisfy(
            one ->
                assertThat(one.getPackageName().replaceFirst("^io\\.runledger\\.lab\\.?", ""))
                    .as(one.getName())
                    .matches("|" + String.join("|", PACKAGES) + "|" + String.join("|", APART)));
  }

  @Test
  void the_rules_of_the_house_hold() {
    HouseRules.checkAll(CLASSES);
  }
}

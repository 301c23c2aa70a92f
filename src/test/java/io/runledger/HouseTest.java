package io.runledger;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import io.runledger.run.RunKey;
import io.runledger.test.HouseRules;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("In the framework")
class HouseTest {

  /** Each may use those before it. */
  private static final List<String> PACKAGES =
      List.of("run", "guard", "batch", "schedule", "operate", "web", "cli", "autoconfigure");

  private static final JavaClasses CLASSES = HouseRules.classesBeside(RunKey.class);

  @Test
  void packages_depend_on_each_other_in_one_direction() {
    LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String name : PACKAGES) {
      layers = layers.optionalLayer(name).definedBy("io.runledger." + name + "..");
    }
    for (int i = 0; i < PACKAGES.size(); i++) {
      String[] users = PACKAGES.subList(i + 1, PACKAGES.size()).toArray(String[]::new);
      layers =
          users.length == 0
              ? layers.whereLayer(PACKAGES.get(i)).mayNotBeAccessedByAnyLayer()
              : layers.whereLayer(PACKAGES.get(i)).mayOnlyBeAccessedByLayers(users);
    }
    layers.check(CLASSES);
  }

  @Test
  void each_package_has_its_place_in_that_order() {
    assertThat(CLASSES)
        .isNotEmpty()
        .allSatisfy(
            one ->
                assertThat(PACKAGES)
                    .as(one.getName())
                    .contains(one.getPackageName().substring("io.runledger.".length())));
  }

  @Test
  void the_rules_of_the_house_hold() {
    HouseRules.checkAll(CLASSES);
  }
}

package io.runledger.lab.model;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.runledger.test.HouseRules;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("In the model")
class HouseTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPath(Path.of("target/classes/io/runledger/lab/model"));

  @Test
  void the_rules_of_the_house_hold() {
    assertThat(CLASSES).isNotEmpty();
    HouseRules.checkAll(CLASSES);
  }

  @Test
  void nothing_of_the_framework_is_used_that_it_describes() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..",
            "io.runledger.run..",
            "io.runledger.guard..",
            "io.runledger.batch..")
        .check(CLASSES);
  }
}

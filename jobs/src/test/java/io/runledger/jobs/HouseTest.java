package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.runledger.test.HouseRules;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("In the jobs")
class HouseTest {

  @Test
  void the_rules_of_the_house_hold() {
    JavaClasses classes = new ClassFileImporter().importPath(Path.of("target/classes"));
    assertThat(classes).isNotEmpty();
    HouseRules.checkAll(classes);
  }
}

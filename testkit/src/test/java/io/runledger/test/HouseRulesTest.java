package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.runledger.test.untidy.Untidy;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A rule of the house names")
class HouseRulesTest {

  private static final JavaClasses UNTIDY =
      new ClassFileImporter().importPackages(Untidy.class.getPackageName());

  @Test
  void a_field_that_counts_in_binary_fractions() {
    assertThat(broken(HouseRules.noInexactFields())).contains("Rate.steps");
  }

  @Test
  void a_parameter_and_a_result_that_do() {
    assertThat(broken(HouseRules.noInexactSignatures()))
        .contains("Account.pay(java.lang.Double)")
        .contains("Amounts.all()");
  }

  @Test
  void a_date_of_old() {
    assertThat(broken(HouseRules.noOldDates()))
        .contains("Due.when()")
        .contains("Clock.now()")
        .doesNotContain("Bridge");
  }

  @Test
  void a_field_that_is_injected() {
    assertThat(broken(HouseRules.noFieldInjection())).contains("Needy.need");
  }

  @Test
  void a_name_that_says_nothing() {
    assertThat(broken(HouseRules.namesThatSayNothing()))
        .contains("MoneyHelper")
        .contains("BaseMoney")
        .doesNotContain("Untidy$Based>");
  }

  @Test
  void a_package_that_is_not_null_marked() {
    assertThat(broken(HouseRules.nullMarkedPackages())).contains("io.runledger.test.untidy");
  }

  @Test
  void nothing_in_the_test_kit_itself() {
    HouseRules.checkAll(HouseRules.classesBeside(PostgresServer.class));
  }

  @Test
  void what_it_finds_first_when_all_are_checked() {
    assertThatThrownBy(() -> HouseRules.checkAll(UNTIDY)).isInstanceOf(AssertionError.class);
  }

  private static String broken(ArchRule rule) {
    return rule.evaluate(UNTIDY).getFailureReport().toString();
  }
}

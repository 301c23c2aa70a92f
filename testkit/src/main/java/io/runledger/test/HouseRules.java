package io.runledger.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What holds in every module, checked by ArchUnit, which has to be on the class path of the tests
 * that use this. {@link #checkAll} suits an application's own jobs as well.
 */
public final class HouseRules {

  private static final Set<String> INEXACT =
      Set.of("double", "float", "java.lang.Double", "java.lang.Float");

  private static final Set<String> OLD_DATES =
      Set.of(
          "java.util.Date",
          "java.util.Calendar",
          "java.sql.Date",
          "java.sql.Time",
          "java.sql.Timestamp");

  private static final Pattern BRIDGE =
      Pattern.compile(
          "calls method <java\\.util\\.Date\\.(from\\(java\\.time\\.Instant\\)|toInstant\\(\\))>");

  private static final String INJECTED =
      "org.springframework.beans.factory.annotation.Autowired|"
          + "org.springframework.beans.factory.annotation.Value|"
          + "jakarta.inject.Inject|jakarta.annotation.Resource";

  private HouseRules() {}

  /** The classes that stand in one directory or jar with this one: a module's main code. */
  public static JavaClasses classesBeside(Class<?> one) {
    return new ClassFileImporter()
        .importUrl(one.getProtectionDomain().getCodeSource().getLocation());
  }

  /**
   * Checks them all.
   *
   * @throws AssertionError naming each place that breaks a rule
   */
  public static void checkAll(JavaClasses classes) {
    for (ArchRule rule :
        List.of(
            noInexactFields(),
            noInexactSignatures(),
            noOldDates(),
            noFieldInjection(),
            namesThatSayNothing(),
            nullMarkedPackages())) {
      rule.check(classes);
    }
  }

  /**
   * "Near money" is everywhere: a double that begins as a rate of progress ends as an amount. Calls
   * into libraries that count in double are none of our types, and allowed.
   */
  public static ArchRule noInexactFields() {
    return noFields()
        .should()
        .haveRawType(inexact())
        .because("binary fractions lose cents; use BigDecimal, or a whole number of a unit")
        .allowEmptyShould(true);
  }

  /** As {@link #noInexactFields()}, for what methods and constructors take and return. */
  public static ArchRule noInexactSignatures() {
    return noCodeUnits()
        .should(mentionInexactTypes())
        .because("binary fractions lose cents; use BigDecimal, or a whole number of a unit")
        .allowEmptyShould(true);
  }

  /**
   * A library of old that takes or returns a {@link java.util.Date} (Quartz does) may be met with
   * {@code Date.from} and {@code toInstant} on the spot; nothing of ours keeps, takes, returns or
   * asks one.
   */
  public static ArchRule noOldDates() {
    return noClasses()
        .should(useOldDates())
        .because("they mix dates and instants, and shift with the JVM's zone; use java.time")
        .allowEmptyShould(true);
  }

  public static ArchRule noFieldInjection() {
    return noFields()
        .should(
            new ArchCondition<JavaField>("be injected") {
              @Override
              public void check(JavaField field, ConditionEvents events) {
                events.add(
                    new SimpleConditionEvent(
                        field,
                        field.getAnnotations().stream()
                            .anyMatch(one -> one.getRawType().getName().matches(INJECTED)),
                        field.getDescription() + " is injected"));
              }
            })
        .because("a constructor shows what a class needs, and lets it be final")
        .allowEmptyShould(true);
  }

  public static ArchRule namesThatSayNothing() {
    return noClasses()
        .should()
        .haveNameMatching("(.*[.$])?(Base[A-Z]\\w*|\\w*(Impl|Utils?|Helper|Manager))")
        .because("a class is named by its part in the whole")
        .allowEmptyShould(true);
  }

  public static ArchRule nullMarkedPackages() {
    return classes()
        .should(
            new ArchCondition<JavaClass>("be in a package that is @NullMarked") {
              @Override
              public void check(JavaClass one, ConditionEvents events) {
                boolean marked =
                    one.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked");
                events.add(
                    new SimpleConditionEvent(
                        one,
                        marked,
                        one.getPackageName() + " has no @NullMarked: " + one.getName()));
              }
            })
        .allowEmptyShould(true);
  }

  private static ArchCondition<JavaClass> useOldDates() {
    return new ArchCondition<>("use dates of old") {
      @Override
      public void check(JavaClass one, ConditionEvents events) {
        for (Dependency dependency : one.getDirectDependenciesFromSelf()) {
          boolean isOld =
              OLD_DATES.contains(dependency.getTargetClass().getBaseComponentType().getName());
          boolean isBridge = BRIDGE.matcher(dependency.getDescription()).find();
          events.add(
              new SimpleConditionEvent(
                  dependency, isOld && !isBridge, dependency.getDescription()));
        }
      }
    };
  }

  private static DescribedPredicate<JavaClass> inexact() {
    return DescribedPredicate.describe(
        "double or float", type -> INEXACT.contains(type.getBaseComponentType().getName()));
  }

  private static ArchCondition<JavaCodeUnit> mentionInexactTypes() {
    return new ArchCondition<>("take or return double or float") {
      @Override
      public void check(JavaCodeUnit unit, ConditionEvents events) {
        boolean inexact =
            involves(unit.getReturnType())
                || unit.getParameterTypes().stream().anyMatch(HouseRules::involves);
        events.add(
            new SimpleConditionEvent(
                unit, inexact, unit.getDescription() + " mentions double or float"));
      }
    };
  }

  /** Type arguments included: a list of doubles is no better. */
  private static boolean involves(JavaType type) {
    return type.getAllInvolvedRawTypes().stream()
        .anyMatch(raw -> INEXACT.contains(raw.getBaseComponentType().getName()));
  }
}

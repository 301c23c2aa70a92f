package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.ChildPod;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.io.File;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A JVM of its own, since a class that is there in the tests is hard to hide from Spring. */
@DisplayName(
    "An application without web, security and actuator, and without Quartz and Flyway of its own,")
class BareApplicationIT {

  /** Files whose names begin so. */
  private static final List<String> NOT_THERE =
      List.of(
          "spring-boot-actuator",
          "spring-boot-health",
          "spring-boot-micrometer",
          "spring-boot-starter-actuator",
          "spring-boot-starter-micrometer",
          "micrometer-core",
          "micrometer-jakarta9",
          "spring-boot-quartz",
          "spring-boot-starter-quartz",
          "spring-boot-flyway",
          "spring-boot-starter-flyway",
          "spring-boot-test",
          "spring-boot-starter-test",
          "spring-boot-webmvc",
          "spring-boot-starter-webmvc",
          "spring-boot-servlet",
          "spring-boot-tomcat",
          "spring-boot-starter-tomcat",
          "spring-boot-security",
          "spring-boot-starter-security",
          "spring-security",
          "spring-webmvc",
          "springdoc",
          "swagger",
          "tomcat-embed",
          "archunit");

  @Test
  void starts_and_guards_its_job() {
    Database db = PostgresServer.shared().newDatabase();
    try (ChildPod pod =
        ChildPod.of(BareApplication.class)
            .classPath(bareClassPath())
            .arguments(
                "--spring.datasource.url=" + db.jdbcUrl(),
                "--spring.datasource.username=" + db.user(),
                "--spring.datasource.password=" + db.password(),
                "--runledger.jobs.one.lease=5s")
            .start()) {
      pod.awaitLine("first: STARTED", Duration.ofSeconds(60));
      pod.awaitLine("second: ALREADY_COMPLETED", Duration.ofSeconds(20));
      assertThat(pod.awaitExit(Duration.ofSeconds(20))).isZero();
    }
  }

  private static String bareClassPath() {
    List<String> all = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    String bare =
        all.stream()
            .filter(entry -> NOT_THERE.stream().noneMatch(new File(entry).getName()::startsWith))
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(Arrays.asList(bare.split(File.pathSeparator)))
        .as("what was taken away was there")
        .hasSizeLessThan(all.size() - 8);
    return bare;
  }
}

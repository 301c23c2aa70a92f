package io.runledger.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** As a user does it: the jar, with real servers and pods. */
class DrillCommandIT {

  @TempDir private Path directory;

  @Test
  void full_posts_each_item_once_on_the_night_of_the_incident() throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process lab =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Path.of("target/runledger-lab.jar").toAbsolutePath().toString(),
                "drill",
                "failover",
                "--guard",
                "full",
                "--scale",
                "0.1",
                "--json",
                "-")
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(lab.waitFor(3, TimeUnit.MINUTES)).as("%s", Files.readString(err)).isTrue();
      assertThat(lab.exitValue()).as("%s", Files.readString(err)).isZero();
    } finally {
      lab.destroyForcibly();
    }
    JsonNode nights = JsonMapper.shared().readTree(Files.readString(out));
    assertThat(nights.isArray()).isTrue();
    assertThat(nights).isNotEmpty();
    for (JsonNode night : nights) {
      assertThat(List.copyOf(night.propertyNames()))
          .containsExactly(
              "drill", "guard", "effects", "doubleEffects", "datesLost", "standStillSeconds");
      assertThat(night.get("effects").intValue()).isEqualTo(700);
      assertThat(night.get("doubleEffects").intValue()).isZero();
      assertThat(night.get("datesLost").intValue()).isZero();
    }
    assertThat(err).content().contains("the machine is lost", "nights without harm");
  }
}

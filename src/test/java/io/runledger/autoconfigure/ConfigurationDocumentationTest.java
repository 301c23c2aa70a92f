package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.autoconfigure.RunledgerProperties.CalendarSettings;
import io.runledger.autoconfigure.RunledgerProperties.JobSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("Each setting")
class ConfigurationDocumentationTest {

  private static List<JsonNode> settings;
  private static List<String> rows;

  @BeforeAll
  static void read() throws Exception {
    URI metadata =
        RunledgerProperties.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .toURI()
            .resolve("META-INF/spring-configuration-metadata.json");
    settings = new ArrayList<>();
    try (InputStream in = metadata.toURL().openStream()) {
      JsonMapper.builder().build().readTree(in).get("properties").forEach(settings::add);
    }
    rows = rows(Path.of("../docs/configuration.md"));
  }

  @Test
  void is_offered_by_editors_with_a_description() {
    assertThat(settings)
        .extracting(setting -> setting.get("name").asString())
        .contains("runledger.enabled", "runledger.filter.nodes", "runledger.jobs");
    assertThat(settings)
        .allSatisfy(
            setting ->
                assertThat(setting.path("description").asString(""))
                    .as(setting.get("name").asString())
                    .isNotBlank()
                    .doesNotContain("{@"));
  }

  @Test
  void stands_in_the_documentation_with_its_default() {
    for (JsonNode setting : settings) {
      String key = setting.get("name").asString();
      assertThat(rows)
          .as(key)
          .anySatisfy(
              row -> {
                assertThat(row).startsWith("| `" + key + "` |");
                if (setting.has("defaultValue") && !setting.get("defaultValue").isContainer()) {
                  assertThat(row).contains("| " + setting.get("defaultValue").asString() + " |");
                }
              });
    }
  }

  @Test
  void of_a_job_or_a_calendar_stands_in_the_documentation() {
    assertThat(keysByName())
        .allSatisfy(
            key ->
                assertThat(rows)
                    .as(key)
                    .anySatisfy(row -> assertThat(row).startsWith("| `" + key + "` |")));
  }

  @Test
  void in_the_documentation_exists() {
    TreeSet<String> known = new TreeSet<>(keysByName());
    settings.forEach(setting -> known.add(setting.get("name").asString()));
    assertThat(rows)
        .filteredOn(row -> row.startsWith("| `"))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(known).contains(row.substring(3, row.indexOf("` |"))));
  }

  private static List<String> keysByName() {
    List<String> keys = new ArrayList<>(keysOf(JobSettings.class, "runledger.jobs.<job>."));
    keys.addAll(keysOf(CalendarSettings.class, "runledger.calendars.<name>."));
    return keys;
  }

  private static List<String> keysOf(Class<?> settings, String prefix) {
    return Arrays.stream(settings.getRecordComponents())
        .flatMap(
            one -> {
              String key = prefix + dashed(one.getName());
              return one.getType().isRecord()
                  ? keysOf(one.getType(), key + ".").stream()
                  : Stream.of(key);
            })
        .toList();
  }

  private static String dashed(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  private static List<String> rows(Path documentation) throws IOException {
    try (Stream<String> lines = Files.lines(documentation)) {
      return lines.filter(line -> line.startsWith("| ")).toList();
    }
  }
}

package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilterKeysTest {
  private static final UUID LEDGER = UUID.fromString("6f1c2a00-0000-4000-8000-000000000001");
  private final FilterKeys keys = new FilterKeys(LEDGER);

  @Test
  void a_key_names_the_ledger_and_the_lock() {
    assertThat(keys.lock("eod-interest"))
        .isEqualTo("runledger:6f1c2a00-0000-4000-8000-000000000001:lock:eod-interest");
    assertThat(keys.lock("B\u00fcro H\u00e0 N\u1ed9i"))
        .endsWith(":lock:B\u00fcro%20H\u00e0%20N\u1ed9i");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{eod}", "eod{}", "}eod{", "eod{", "eod}"})
  void no_brace_of_a_name_reaches_redis_cluster(String name) {
    assertThat(keys.lock(name)).doesNotContain("{", "}");
  }

  @Test
  void different_names_have_different_keys() {
    assertThat(keys.lock("{")).isNotEqualTo(keys.lock("%7B"));
    assertThat(keys.lock("{")).isNotEqualTo(keys.lock("}"));
    assertThat(keys.lock("a b")).isNotEqualTo(keys.lock("a%20b"));
    assertThat(keys.lock("eod")).isNotEqualTo(new FilterKeys(UUID.randomUUID()).lock("eod"));
  }
}

package io.runledger.lab.report;

import static io.runledger.lab.report.Nights.moment;
import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StretchTest {

  @Test
  void chunks_of_one_pod_become_one_bar_until_it_writes_what_was_written_before() {
    assertThat(Stretch.of(Nights.moments()))
        .extracting(Stretch::lane, Stretch::again, Stretch::words)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("pod-a", false, "items 1-10 in 2 chunks"),
            org.assertj.core.groups.Tuple.tuple(
                "pod-b", true, "items 6-10 in 1 chunk, written before"));
  }

  @Test
  void a_long_pause_parts_two_bars() {
    List<Moment> moments = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      moments.add(moment(i < 5 ? 100 * i : 3000 + 100 * i, "pod-a", Happening.EFFECT, i + "-" + i));
    }
    assertThat(Stretch.of(moments))
        .extracting(Stretch::words)
        .containsExactly("items 0-4 in 5 chunks", "items 5-9 in 5 chunks");
  }
}

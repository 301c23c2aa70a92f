package io.runledger.lab.report;

import static io.runledger.lab.report.Nights.FAILOVER;
import static io.runledger.lab.report.Nights.LOSSY;
import static io.runledger.lab.report.Nights.matrix;
import static io.runledger.lab.report.Nights.moment;
import static io.runledger.lab.report.Nights.played;
import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class PageTest {

  private static final Matrix MATRIX =
      matrix(
          played(FAILOVER, Guard.NONE, 300, 0, 500),
          played(FAILOVER, Guard.REDIS, 120, 1, 1234),
          new Result.Unplayed(FAILOVER, Guard.REDIS_LEASE, "no server"),
          played(FAILOVER, Guard.FULL, 0, 0, 990),
          played(LOSSY, Guard.FULL, 5, 0, 6100),
          played(LOSSY, Guard.REDIS, 0, 0, 6100));

  @Test
  void what_happened_cannot_become_part_of_the_page() {
    List<Moment> moments = Nights.moments();
    String attack = "</title></svg><script>alert(\"1\" && '2')</script>\u0001";
    moments.add(moment(600, "pod-a", Happening.FAILED, attack));
    moments.add(moment(700, "pod-<b>", Happening.LOG, attack));
    String page = Page.of(matrix(played(FAILOVER, Guard.REDIS, 1, 0, 1, moments)));
    assertThat(page)
        .contains(
            "&lt;/title&gt;&lt;/svg&gt;&lt;script&gt;alert(&quot;1&quot; &amp;&amp; &#39;2&#39;)")
        .doesNotContain("<script")
        .doesNotContain("pod-<b>")
        .doesNotContain("\u0001");
  }

  @Test
  void the_page_loads_nothing_and_needs_no_script() {
    assertThat(Page.of(MATRIX))
        .doesNotContain("<script")
        .doesNotContain("http:")
        .doesNotContain("https:")
        .doesNotContain("url(")
        .doesNotContain("@import");
  }

  @Test
  void each_cell_says_in_words_what_its_colour_says() {
    assertThat(Page.of(MATRIX))
        .contains(
            "class=\"cell harm\"",
            "✕ 300 twice",
            "✕ 120 twice, date lost",
            "class=\"cell unplayed\"",
            "? not played",
            "class=\"cell safe\"",
            "✓ 0",
            "class=\"cell limit\"",
            "† 5 twice",
            "class=\"cell slow\"",
            "… 0");
  }

  @Test
  void a_drill_has_its_story_its_lesson_and_a_timeline_for_each_night() {
    assertThat(Page.of(MATRIX))
        .contains(
            "href=\"#drill-database-failover-asynchronous\"",
            "id=\"drill-database-failover-asynchronous\"",
            "the story of failover",
            "The lesson of failover.",
            "Why failover under redis.",
            "items 6-10 in 1 chunk, written before")
        .containsPattern("class=\"lanes\"[^>]*Timeline of failover under full")
        .containsPattern("class=\"lanes\"[^>]*Timeline of failover under redis");
  }

  @Test
  void the_pictures_are_well_formed() throws Exception {
    String page = Page.of(MATRIX);
    parse(page.substring(page.indexOf("<svg class=\"lanes\""), page.indexOf("<p class=\"why\"")));
    parse(MatrixSvg.of(MATRIX));
    assertThat(MatrixSvg.of(MATRIX))
        .contains("✕ 120 twice, date lost", "nights without harm", "1 of 2", "scale 0.1");
  }

  private static void parse(String xml) throws Exception {
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }
}

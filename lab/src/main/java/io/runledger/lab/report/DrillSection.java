package io.runledger.lab.report;

import static io.runledger.lab.report.Markup.escape;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What the page tells of one drill: its story, its lesson, and its nights on one time axis. */
final class DrillSection {

  private final Matrix matrix;
  private final Drill drill;
  private final Axis axis;

  private DrillSection(Matrix matrix, Drill drill) {
    this.matrix = matrix;
    this.drill = drill;
    this.axis =
        Axis.upTo(
            matrix.outcomes().stream()
                .filter(night -> night.drill().equals(drill.name()))
                .flatMap(night -> night.moments().stream())
                .map(Moment::at)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO));
  }

  static String of(Matrix matrix, Drill drill) {
    return new DrillSection(matrix, drill).html();
  }

  private String html() {
    return """
        <section id="drill-%s">
        <h2>%s%s</h2>
        <p>What happens: %s.</p>
        <p class="lesson">%s</p>
        <div class="nights">
        %s</div>
        <p class="up"><a href="#matrix">Back to the matrix</a></p>
        </section>
        """
        .formatted(
            Markup.id(drill.name()),
            escape(drill.name()),
            drill.beyondThePromise() ? " <small>† beyond the promise</small>" : "",
            escape(drill.story()),
            escape(drill.lesson()),
            matrix.guards().stream().map(this::night).collect(Collectors.joining()));
  }

  private String night(Guard guard) {
    return matrix.at(drill, guard).map(this::night).orElse("");
  }

  private String night(Result result) {
    Cell cell = Cell.of(result, matrix.scale());
    return """
        <article>
        <h3>%s <span class="chip %s">%s</span> <small>%s</small></h3>
        %s</article>
        """
        .formatted(
            result.guard(),
            cell.tone().css(),
            escape(cell.tone().mark() + " " + cell.figure()),
            escape(cell.still()),
            result instanceof Result.Played played
                ? story(played.outcome(), cell)
                : "<p class=\"why\">%s</p>\n"
                    .formatted(escape(((Result.Unplayed) result).reason())));
  }

  private String story(Outcome night, Cell cell) {
    List<Entry> all = Entry.all(night);
    return """
        %s<p class="why">%s</p>
        <ul class="short">
        %s</ul>
        <details><summary>All %d events</summary>
        <div class="wide"><table class="events">
        %s</table></div></details>
        """
        .formatted(
            NightSvg.of(night, axis, cell.spoken()),
            escape(night.why()),
            Entry.telling(night).stream().map(DrillSection::item).collect(Collectors.joining()),
            all.size(),
            all.stream().map(DrillSection::row).collect(Collectors.joining()));
  }

  private static String item(Entry entry) {
    return """
        <li class="%s"><time>%s</time> <b>%s</b> %s</li>
        """
        .formatted(entry.kind(), entry.time(), escape(entry.lane()), escape(said(entry)));
  }

  private static String said(Entry entry) {
    return entry.kind().equals("granted") ? "granted: " + entry.text() : entry.text();
  }

  private static String row(Entry entry) {
    return """
        <tr class="%s"><td><time>%s</time></td><td>%s</td><td>%s</td><td>%s</td></tr>
        """
        .formatted(
            entry.kind(), entry.time(), escape(entry.lane()), entry.kind(), escape(entry.text()));
  }
}

package io.runledger.lab.report;

import static io.runledger.lab.report.Markup.escape;

import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * One night as lanes. All places across are in percent, so that letters keep their size when the
 * picture is as narrow as a phone.
 */
final class NightSvg {

  private static final int LANE = 36;
  private static final int TRACK = 14;
  private static final int FOOT = 20;

  /** The marks, once for a page. */
  static final String SYMBOLS =
      """
      <svg width="0" height="0" class="symbols" aria-hidden="true"><defs>
      <path id="m-fault" d="M1 -9 L-5 2 L-1 2 L-3 9 L5 -3 L1 -3 L4 -9 Z"/>
      <path id="m-granted" d="M-4 -6 L6 0 L-4 6 Z"/>
      <path id="m-refused" d="M-5 -1.5 H5 V1.5 H-5 Z"/>
      <path id="m-lost" d="M0 -6 L6 0 L0 6 L-6 0 Z"/>
      <path id="m-ended" d="M-4 -4 H4 V4 H-4 Z"/>
      <path id="m-failed" d="M-5 -3 L-3 -5 L0 -2 L3 -5 L5 -3 L2 0 L5 3 L3 5 L0 2 L-3 5 L-5 3 L-2 0 Z"/>
      <path id="m-note" d="M-1 -5 H1 V5 H-1 Z"/>
      <path id="m-log" d="M-0.5 -4 H0.5 V4 H-0.5 Z"/>
      </defs></svg>
      """;

  private final Outcome night;
  private final Axis axis;
  private final List<String> lanes;
  private final StringBuilder svg = new StringBuilder();

  private NightSvg(Outcome night, Axis axis) {
    this.night = night;
    this.axis = axis;
    this.lanes = Lanes.of(night.moments());
  }

  static String of(Outcome night, Axis axis, String spoken) {
    return new NightSvg(night, axis).draw(spoken);
  }

  private String draw(String spoken) {
    int height = lanes.size() * LANE + FOOT;
    svg.append(
        """
        <svg class="lanes" width="100%%" height="%d" role="img" aria-label="%s">
        """
            .formatted(
                height,
                escape("Timeline of %s under %s. ".formatted(night.drill(), night.guard()))
                    + escape(spoken)));
    axis.ticks().forEach(this::tick);
    lanes.forEach(this::lane);
    Tenure.of(night.moments()).forEach(this::tenure);
    Stretch.of(night.moments()).forEach(this::stretch);
    night.moments().stream().filter(NightSvg::isQuiet).forEach(this::mark);
    night.moments().stream()
        .filter(moment -> !isQuiet(moment) && moment.kind() != Happening.EFFECT)
        .forEach(this::mark);
    return svg.append("</svg>\n").toString();
  }

  private static boolean isQuiet(Moment moment) {
    return moment.kind() == Happening.LOG || moment.kind() == Happening.NOTE;
  }

  private void tick(Duration at) {
    int bottom = lanes.size() * LANE;
    svg.append(
        """
        <line class="tick" x1="%1$s" x2="%1$s" y1="0" y2="%2$d"/><text class="tick%5$s" x="%1$s" y="%3$d">%4$s s</text>
        """
            .formatted(
                axis.x(at),
                bottom,
                bottom + FOOT - 6,
                Seconds.exact(at).stripTrailingZeros().toPlainString(),
                axis.isAtTheEnd(at) ? " last" : ""));
  }

  private int top(String lane) {
    return lanes.indexOf(Lanes.of(lane)) * LANE;
  }

  private void lane(String lane) {
    svg.append(
        """
        <rect class="track" x="0" y="%d" width="100%%" height="%d"/><text class="lane" x="2" y="%d">%s</text>
        """
            .formatted(top(lane) + TRACK, LANE - TRACK - 2, top(lane) + TRACK - 3, escape(lane)));
  }

  private void tenure(Tenure tenure) {
    bar("held", tenure.lane(), tenure.from(), tenure.to(), "goes by its grant");
  }

  private void stretch(Stretch stretch) {
    bar(
        stretch.again() ? "again" : "effects",
        stretch.lane(),
        stretch.from(),
        stretch.to(),
        stretch.words());
  }

  private void bar(String css, String lane, Duration from, Duration to, String title) {
    int inset = css.equals("held") ? 1 : 6;
    svg.append(
        """
        <rect class="%s" x="%s" width="%s" y="%d" height="%d"><title>%s</title></rect>
        """
            .formatted(
                css,
                axis.x(from),
                axis.width(from, to),
                top(lane) + TRACK + inset,
                LANE - TRACK - 2 - 2 * inset,
                escape(title)));
  }

  private void mark(Moment moment) {
    String kind = moment.kind().name().toLowerCase(Locale.ROOT);
    svg.append(
        """
        <use class="%1$s" href="#m-%1$s" x="%2$s" y="%3$d"><title>%4$s</title></use>
        """
            .formatted(
                kind,
                axis.x(moment.at()),
                top(moment.lane()) + TRACK + (LANE - TRACK - 2) / 2,
                escape(Entry.of(moment).line())));
  }
}

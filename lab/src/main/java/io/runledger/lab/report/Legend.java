package io.runledger.lab.report;

/** What the colours, the marks and the bars mean. */
final class Legend {

  private Legend() {}

  static String of(Matrix matrix) {
    return """
        <section class="legend" aria-label="Legend">
        <p><span class="chip safe">✓ 0</span> each posting once
        <span class="chip slow">… 0</span> each once, but nothing was written for more than %s s
        <span class="chip harm">✕ 120 twice</span> so many postings written again
        <span class="chip harm">✕ date lost</span> the date was not complete when the night ended
        <span class="chip limit">† 5 twice</span> the same, beyond the promise: nothing is promised against this fault
        <span class="chip unplayed">? not played</span> not known</p>
        <p>Played at scale %s: %s. <i>Stood</i> is the longest time without a commit while the date was open; all
        seconds are those of the played night. <i>none</i>, <i>redis</i> and <i>redis+lease</i> are runners written as
        people write them; <i>full</i> is Runledger.</p>
        <p class="key">In the timelines: <svg width="26" height="16" aria-hidden="true"><rect class="held" x="1" y="1" width="24" height="14"/></svg> a pod goes by its grant
        <svg width="26" height="16" aria-hidden="true"><rect class="effects" x="1" y="4" width="24" height="8"/></svg> postings
        <svg width="26" height="16" aria-hidden="true"><rect class="again" x="1" y="4" width="24" height="8"/></svg> postings written before
        %s%s%s%s%s%s%s</p>
        </section>
        """
        .formatted(
            Seconds.tenths(matrix.scale().of(Tone.LONG)),
            matrix.scale(),
            matrix.scale().factor().compareTo(java.math.BigDecimal.ONE) == 0
                ? "the real times"
                : "all times are so much shorter than on a real night",
            mark("fault", "fault"),
            mark("granted", "granted"),
            mark("refused", "refused"),
            mark("lost", "learns of its loss"),
            mark("ended", "through"),
            mark("failed", "gives up with an error"),
            mark("log", "a line of a log, or a note"));
  }

  private static String mark(String kind, String words) {
    return """
        <span class="mark"><svg width="18" height="18" aria-hidden="true"><use class="%1$s" href="#m-%1$s" x="9" y="9"/></svg> %2$s</span>
        """
        .formatted(kind, words);
  }
}

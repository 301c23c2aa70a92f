package io.runledger.lab.night;

import java.time.Duration;

/**
 * One event.
 *
 * @param at since T+0; negative before
 * @param lane who: a pod, a server, or {@code night}
 * @param kind what kind of event
 * @param text what happened, one line; for {@link Happening#EFFECT} the first and the last item,
 *     {@code 1-5}
 */
public record Moment(Duration at, String lane, Happening kind, String text) {

  Moment earlierBy(Duration time) {
    return new Moment(at.minus(time), lane, kind, text);
  }
}

package io.runledger.schedule;

import io.runledger.run.RunKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What is to be done about one job's due runs, by its policies alone: no clock, no database.
 *
 * @param ask what is to be asked for now, at most one run of each part that dates have
 * @param missed what is not to be run, with the reason why
 * @param waiting what would be asked for, and why it is not
 */
record Todo(List<Request> ask, Map<DueRun, String> missed, Map<RunKey, String> waiting) {

  /**
   * A run to ask for.
   *
   * @param run which
   * @param isLate whether it fell due while nobody could run it, or another has fallen due since
   */
  record Request(DueRun run, boolean isLate) {}

  /**
   * Decides.
   *
   * @param watchedSince since when this pod has been there to see dates fall due
   */
  static Todo of(Agenda agenda, Instant watchedSince) {
    return agenda.isHeldBack()
        ? new Todo(List.of(), Map.of(), Map.of())
        : new Decision(agenda, watchedSince).decide();
  }

  private static final class Decision {

    private final Agenda agenda;
    private final Instant present;
    private final List<Request> ask = new ArrayList<>();
    private final Map<DueRun, String> missed = new LinkedHashMap<>();
    private final Map<RunKey, String> waiting = new LinkedHashMap<>();

    /** Lanes in which something is open, so that nothing later begins. */
    private final Set<String> taken = new HashSet<>();

    Decision(Agenda agenda, Instant watchedSince) {
      this.agenda = agenda;
      Instant released = agenda.job().releasedAt();
      this.present = released != null && released.isAfter(watchedSince) ? released : watchedSince;
    }

    Todo decide() {
      for (Agenda.Item item : agenda.items()) {
        if (item.standing().isAbsent()) {
          absent(item);
        } else if (!item.standing().isOver() && agenda.schedule().sequential()) {
          taken.add(lane(item));
        }
      }
      return new Todo(List.copyOf(ask), missed, waiting);
    }

    private void absent(Agenda.Item item) {
      boolean isLatest = isLatest(item);
      if (agenda.schedule().catchUp() != CatchUp.ALL && !isLatest) {
        missed.put(
            item.run(),
            "not run, since another date was due by %s, and catch-up is %s"
                .formatted(
                    agenda.now(), agenda.schedule().catchUp().name().toLowerCase(Locale.ROOT)));
      } else if (item.missedUpstream().isPresent()) {
        missed.put(
            item.run(), "not run, since %s was missed".formatted(item.missedUpstream().get()));
      } else if (agenda.schedule().catchUp() == CatchUp.NONE && !fellDueInPresence(item)) {
        waiting.put(item.key(), "it fell due while no pod was there, and catch-up is none");
      } else if (taken.add(lane(item))) {
        request(item, isLatest);
      }
    }

    private void request(Agenda.Item item, boolean isLatest) {
      item.waitsFor()
          .ifPresentOrElse(
              why -> {
                waiting.put(item.key(), why);
                if (!agenda.schedule().sequential()) {
                  taken.remove(lane(item));
                }
              },
              () -> ask.add(new Request(item.run(), !isLatest || !fellDueInPresence(item))));
    }

    private boolean fellDueInPresence(Agenda.Item item) {
      return item.run().due().isAfter(present);
    }

    /** Nothing that is due by now is due later; parts of a date may be due together. */
    private boolean isLatest(Agenda.Item item) {
      Agenda.Item last = agenda.items().get(agenda.items().size() - 1);
      return agenda.isWhole() && item.run().due().equals(last.run().due());
    }

    /** Where one run at a time is asked for: parts with names go on side by side. */
    private String lane(Agenda.Item item) {
      return agenda.schedule().parts() instanceof Parts.Names ? item.key().part() : "";
    }
  }
}

package io.runledger.guard;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells all listeners; a listener that throws hurts neither the run nor the other listeners. */
public final class GuardEvents {

  private static final Logger log = LoggerFactory.getLogger(GuardEvents.class);

  private final List<GuardListener> listeners;

  public GuardEvents(List<GuardListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  public void tell(Consumer<GuardListener> event) {
    for (GuardListener listener : listeners) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        log.atWarn().setCause(e).log("Listener {} failed; the run goes on.", listener);
      }
    }
  }
}

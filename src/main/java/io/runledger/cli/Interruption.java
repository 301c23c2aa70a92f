package io.runledger.cli;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Ctrl-C or SIGTERM while a command is at work: whoever pressed it means what the command does, not
 * this process alone. It comes before the shutdown itself has a say in why the work stops.
 */
final class Interruption implements ApplicationListener<ContextClosedEvent>, Ordered {

  private static final Logger log = LoggerFactory.getLogger(Interruption.class);

  private final SignalExit signal;
  private final Command command;
  private volatile boolean atWork;

  Interruption(SignalExit signal, Command command) {
    this.signal = signal;
    this.command = command;
  }

  /** The application is up, and the command begins. */
  void begins() {
    atWork = true;
  }

  @Override
  public void onApplicationEvent(ContextClosedEvent event) {
    if (!signal.closing() || !atWork) {
      return;
    }
    try {
      command.interrupted(event.getApplicationContext());
    } catch (RuntimeException e) {
      log.warn("What this command began stops with its process.", e);
    }
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }
}

package io.runledger.autoconfigure;

import io.runledger.batch.RunLauncher;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Has the steps told to stop as the first thing of a shutdown: other beans may take their time
 * before the phases of the shutdown reach the launcher, and a thread pool may refuse new tasks from
 * this event on, so that a step that works on it would fail where it should stop.
 */
final class ShutdownBegins implements ApplicationListener<ContextClosedEvent>, Ordered {

  private final ApplicationContext context;
  private final RunLauncher launcher;

  ShutdownBegins(ApplicationContext context, RunLauncher launcher) {
    this.context = context;
    this.launcher = launcher;
  }

  /** A context below this one, the management server's say, may close without it. */
  @Override
  public void onApplicationEvent(ContextClosedEvent event) {
    if (event.getApplicationContext() == context) {
      launcher.leave();
    }
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE + 100;
  }
}

package io.runledger.cli;

import io.runledger.batch.Executions;
import io.runledger.batch.RunProgress;
import io.runledger.operate.Outcome;
import io.runledger.operate.Watcher;
import io.runledger.run.Attempt;
import io.runledger.run.Effects;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** Shows a person who waits how the run goes: the verdict, the progress, the end. */
final class RunDisplay implements Watcher, AutoCloseable {

  private final Executions executions;
  private final Terminal terminal;
  private @Nullable ProgressDisplay progress;

  private RunDisplay(Executions executions, Terminal terminal) {
    this.executions = executions;
    this.terminal = terminal;
  }

  static RunDisplay of(BeanFactory beans, Terminal terminal) {
    return new RunDisplay(beans.getBean(Executions.class), terminal);
  }

  @Override
  public void answered(Verdict verdict) {
    close();
    terminal.say(
        "%s: %s (%s)%s"
            .formatted(
                verdict.key(),
                verdict.word(),
                verdict.explanation(),
                verdict.effects() == Effects.EXTERNAL ? ", effects at least once" : ""));
    Attempt attempt = verdict.attempt();
    if (attempt != null) {
      progress =
          ProgressDisplay.open(
              terminal.progress(),
              attempt.key().toString(),
              () -> RunProgress.of(executions.steps(attempt.id())));
    }
  }

  @Override
  public void ended(Outcome outcome) {
    close();
    Verdict verdict = outcome.verdict();
    if (outcome.status() == RunStatus.COMPLETED) {
      if (!(verdict instanceof Verdict.AlreadyCompleted)) {
        terminal.say(verdict.key() + ": COMPLETED");
      }
      return;
    }
    switch (ExitCode.of(outcome)) {
      case FAILED, BREAK ->
          terminal.error(
              "%s %s: %s"
                  .formatted(
                      verdict.key(),
                      outcome.status(),
                      outcome.message() != null
                          ? outcome.message()
                          : "between two chunks; the same command resumes it"));
      case UNAVAILABLE -> terminal.error(verdict.key() + ": " + verdict.explanation());
      default -> {
        // The verdict has said it.
      }
    }
  }

  @Override
  public void close() {
    if (progress != null) {
      progress.close();
      progress = null;
    }
  }
}

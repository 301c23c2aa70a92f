package io.runledger.jobs.statement;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.listener.ChunkListener;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * A pause before each chunk, so that there is time to kill, freeze and ask twice: {@code run
 * daily-statement --parameter pause=200ms}. No job of yours needs it.
 */
@Component
@StepScope
class Pause implements ChunkListener<Account, Statement> {

  private final Duration length;

  Pause(@Value("#{jobParameters['pause'] ?: '0s'}") Duration length) {
    this.length = length;
  }

  @Override
  public void beforeChunk(Chunk<Account> chunk) {
    try {
      TimeUnit.MILLISECONDS.sleep(length.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

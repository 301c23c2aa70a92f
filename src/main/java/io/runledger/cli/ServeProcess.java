package io.runledger.cli;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/** The application as Spring Boot starts it, until it is closed. */
final class ServeProcess {

  private final Class<?> application;
  private final Arguments arguments;

  ServeProcess(Class<?> application, Arguments arguments) {
    this.application = application;
    this.arguments = arguments;
  }

  /** Spring Boot itself says in the log why a start failed. */
  ExitCode run() {
    CountDownLatch closed = new CountDownLatch(1);
    SpringApplication spring = new SpringApplication(application);
    // Else it would take the first main on the stack for the application, and that may be ours.
    spring.setMainApplicationClass(application);
    spring.addListeners((ApplicationListener<ContextClosedEvent>) event -> closed.countDown());
    try {
      spring.run(arguments.springWith(Map.of()));
      closed.await();
      return ExitCode.COMPLETE;
    } catch (SpringApplication.AbandonedRunException e) {
      // Spring Boot looks at the application ahead of time, and wants it back.
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILED;
    } catch (RuntimeException e) {
      return StartFailure.of(e).code();
    }
  }
}

package io.runledger.holes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;

/** Spring Batch's repository, which pauses before it is asked for certain writes. */
final class PausingRepository {

  private PausingRepository() {}

  static JobRepository around(JobRepository repository, Pauses pauses) {
    return (JobRepository)
        Proxy.newProxyInstance(
            PausingRepository.class.getClassLoader(),
            new Class<?>[] {JobRepository.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("createStepExecution")) {
                pauses.at("createStepExecution");
              } else if (method.getName().equals("updateExecutionContext")
                  && arguments[0] instanceof StepExecution step
                  && step.getStartTime() == null) {
                pauses.atRange();
              } else if (method.getName().equals("update")
                  && arguments[0] instanceof StepExecution step) {
                pauses.at("update " + step.getStatus());
              }
              try {
                return method.invoke(repository, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }
}

package io.runledger.holes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;

/** Spring Batch's repository, which pauses before certain writes, and after the job's last. */
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
                Object result = method.invoke(repository, arguments);
                if (method.getName().equals("update")
                    && arguments[0] instanceof JobExecution job
                    && job.getStatus() == BatchStatus.COMPLETED) {
                  pauses.at("finish");
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }
}

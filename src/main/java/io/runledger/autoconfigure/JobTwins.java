package io.runledger.autoconfigure;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.springframework.batch.core.job.Job;
import org.springframework.beans.factory.ListableBeanFactory;

/** Job beans of one name: only one of them would ever run, and which is up to the beans' order. */
final class JobTwins {

  private JobTwins() {}

  /**
   * @param names which jobs may have no twin
   * @throws SettingRefusedException naming the beans of the first that has one
   */
  static void refuse(ListableBeanFactory beans, Predicate<String> names) {
    Map<String, Set<String>> byName = new TreeMap<>();
    beans
        .getBeansOfType(Job.class)
        .forEach(
            (bean, job) ->
                byName.computeIfAbsent(job.getName(), name -> new TreeSet<>()).add(bean));
    byName.forEach(
        (name, twins) -> {
          if (twins.size() > 1 && names.test(name)) {
            throw new SettingRefusedException(
                """
                The beans %s are all jobs of the name '%s', and only one of them would run as it; \
                nothing was started. Give each job a name of its own."""
                    .formatted(twins, name));
          }
        });
  }
}

package io.runledger.batch;

import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAttribute;

/** Whether a step's effects and its progress commit in one transaction of the ledger's database. */
public final class TransactionInspection {

  private static final Set<Integer> ISOLATIONS =
      Set.of(
          TransactionDefinition.ISOLATION_DEFAULT, TransactionDefinition.ISOLATION_READ_COMMITTED);
  private static final Set<Integer> PROPAGATIONS =
      Set.of(
          TransactionDefinition.PROPAGATION_REQUIRED,
          TransactionDefinition.PROPAGATION_REQUIRES_NEW);

  private final DataSource ledger;

  public TransactionInspection(DataSource ledger) {
    this.ledger = target(ledger);
  }

  Optional<Refusal> inspect(String name, Step step, String job) {
    Object manager = manager(step);
    if (manager == null || !isOnTheLedger(manager)) {
      return Optional.of(
          new Refusal(
              name,
              manager == null || manager instanceof ResourcelessTransactionManager
                  ? "has no transaction manager, so effects and progress would not commit together."
                  : "is on %s, which does not work on the ledger's data source."
                      .formatted(manager.getClass().getSimpleName()),
              "Give it the transaction manager of the ledger's data source; or set"
                  + " runledger.jobs.%s.effects=external, and its effects are at least once."
                      .formatted(job)));
    }
    TransactionAttribute attribute = attribute(step);
    if (attribute != null && !ISOLATIONS.contains(attribute.getIsolationLevel())) {
      return Optional.of(
          new Refusal(
              name,
              "has an isolation other than READ COMMITTED, under which the fence would be read from"
                  + " an old snapshot.",
              "Remove the isolation from its transaction attribute."));
    }
    if (attribute != null && !PROPAGATIONS.contains(attribute.getPropagationBehavior())) {
      return Optional.of(
          new Refusal(
              name,
              "has a propagation that does not open a transaction of its own.",
              "Remove the propagation from its transaction attribute."));
    }
    return Optional.empty();
  }

  /** The step's transaction manager; null if it has none. */
  static @Nullable Object manager(Step step) {
    return new DirectFieldAccessor(step).getPropertyValue("transactionManager");
  }

  private static @Nullable TransactionAttribute attribute(Step step) {
    return (TransactionAttribute)
        new DirectFieldAccessor(step).getPropertyValue("transactionAttribute");
  }

  /** Managers of JDBC, JPA and Hibernate all tell their data source as a bean property. */
  public boolean isOnTheLedger(Object manager) {
    BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(manager);
    return manager instanceof ConfigurableTransactionManager
        && properties.isReadableProperty("dataSource")
        && properties.getPropertyValue("dataSource") instanceof DataSource dataSource
        && target(dataSource) == ledger;
  }

  private static DataSource target(DataSource dataSource) {
    DataSource target = dataSource;
    while (target instanceof DelegatingDataSource delegating
        && delegating.getTargetDataSource() != null) {
      target = delegating.getTargetDataSource();
    }
    return target;
  }
}

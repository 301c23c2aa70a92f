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
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.support.ResourceTransactionManager;

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
  private final PlatformTransactionManager metadata;

  /**
   * @param ledger the data source of ledger and metadata
   * @param metadata the transaction manager of the job repository
   */
  public TransactionInspection(DataSource ledger, PlatformTransactionManager metadata) {
    this.ledger = bound(ledger);
    this.metadata = metadata;
  }

  Optional<Refusal> inspect(String name, Step step, String job) {
    Object manager = manager(step);
    if (manager == null || manager instanceof ResourcelessTransactionManager) {
      return Optional.of(
          notShared(
              name,
              "has no transaction manager, so effects and progress would not commit together.",
              job));
    }
    if (!isOnTheLedger(manager)) {
      return Optional.of(
          notShared(
              name,
              "is on %s, which does not work on the ledger's data source."
                  .formatted(manager.getClass().getSimpleName()),
              job));
    }
    if (!joinsMetadata(manager)) {
      return Optional.of(
          notShared(
              name,
              "is on %s and Spring Batch's metadata on %s; these two do not share a transaction, so effects would commit outside the fence."
                  .formatted(
                      manager.getClass().getSimpleName(), metadata.getClass().getSimpleName()),
              job));
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

  private static Refusal notShared(String name, String why, String job) {
    return new Refusal(
        name,
        why,
        "Give it the transaction manager of Spring Batch, on the ledger's data source; or set"
            + " runledger.jobs.%s.effects=external, and its effects are at least once."
                .formatted(job));
  }

  /** Managers of JDBC, JPA and Hibernate all tell their data source as a bean property. */
  public boolean isOnTheLedger(Object manager) {
    BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(manager);
    return manager instanceof ConfigurableTransactionManager
        && properties.isReadableProperty("dataSource")
        && properties.getPropertyValue("dataSource") instanceof DataSource dataSource
        && bound(dataSource) == ledger;
  }

  /**
   * Whether the repository's writes join the manager's transaction. Spring joins what is bound for
   * the same object: JDBC's for a data source, JPA's for an entity manager factory. Mixed, the
   * repository's commit ends a transaction that JPA has yet to flush into.
   */
  private boolean joinsMetadata(Object manager) {
    return manager == metadata
        || (manager instanceof ResourceTransactionManager one
            && metadata instanceof ResourceTransactionManager other
            && one.getResourceFactory() == other.getResourceFactory());
  }

  /** The object that a transaction's connection is bound for. */
  private static DataSource bound(DataSource dataSource) {
    return dataSource instanceof TransactionAwareDataSourceProxy proxy
            && proxy.getTargetDataSource() != null
        ? proxy.getTargetDataSource()
        : dataSource;
  }
}

package io.runledger.jobs.embedded;

import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.stereotype.Component;

/**
 * The embedded servers' keys stand under {@code runledger}, where the framework takes an unknown
 * key for a mistake. It does not know them, for it does not know of embedded servers.
 */
@Component
final class EmbeddedKeys implements ConfigurationPropertiesBindHandlerAdvisor {

  private static final Set<ConfigurationPropertyName> OURS =
      Set.of(
          ConfigurationPropertyName.of(EmbeddedSettings.ENABLED),
          ConfigurationPropertyName.of(EmbeddedSettings.DATA),
          ConfigurationPropertyName.of(EmbeddedSettings.POSTGRES_PORT),
          ConfigurationPropertyName.of(EmbeddedSettings.REDIS_PORT));

  @Override
  public BindHandler apply(BindHandler handler) {
    return new AbstractBindHandler(handler) {
      @Override
      public void onFinish(
          ConfigurationPropertyName name,
          Bindable<?> target,
          BindContext context,
          @org.jspecify.annotations.Nullable Object result)
          throws Exception {
        try {
          super.onFinish(name, target, context, result);
        } catch (UnboundConfigurationPropertiesException e) {
          refuseOthers(e);
        }
      }
    };
  }

  private static void refuseOthers(UnboundConfigurationPropertiesException unbound) {
    Set<ConfigurationProperty> others =
        unbound.getUnboundProperties().stream()
            .filter(property -> !OURS.contains(property.getName()))
            .collect(Collectors.toSet());
    if (!others.isEmpty()) {
      throw new UnboundConfigurationPropertiesException(others);
    }
  }
}

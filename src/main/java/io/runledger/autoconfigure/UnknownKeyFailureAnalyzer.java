package io.runledger.autoconfigure;

import io.runledger.run.Nearest;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/** Names the key under {@code runledger} that does not exist, and the one that is like it. */
final class UnknownKeyFailureAnalyzer
    extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> implements Ordered {

  private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("runledger");

  /** Before Boot's, which knows no nearest key. */
  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable failure, UnboundConfigurationPropertiesException cause) {
    String description =
        cause.getUnboundProperties().stream()
            .filter(property -> PREFIX.isAncestorOf(property.getName()))
            .map(UnknownKeyFailureAnalyzer::describe)
            .collect(Collectors.joining("\n"));
    return description.isEmpty() ? null : new FailureAnalysis(description, null, failure);
  }

  private static String describe(ConfigurationProperty property) {
    return "%s is '%s' (%s), but Runledger has no such key, so it would change nothing. %s"
        .formatted(
            property.getName(),
            property.getValue(),
            property.getOrigin(),
            nearest(property.getName()));
  }

  /** Follows the name through the settings up to the element that is none of them. */
  private static String nearest(ConfigurationPropertyName name) {
    ConfigurationPropertyName known = PREFIX;
    Type type = RunledgerProperties.class;
    for (int i = PREFIX.getNumberOfElements(); i < name.getNumberOfElements(); i++) {
      String element = name.getElement(i, Form.ORIGINAL);
      if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
        type = map.getActualTypeArguments()[1];
      } else if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
        type = list.getActualTypeArguments()[0];
      } else if (type instanceof Class<?> settings && settings.isRecord()) {
        Optional<RecordComponent> component =
            Arrays.stream(settings.getRecordComponents())
                .filter(one -> key(one).equals(element))
                .findFirst();
        if (component.isEmpty()) {
          return suggest(known, element, settings);
        }
        type = component.get().getGenericType();
      } else {
        return "%s has no keys below it.".formatted(known);
      }
      known = name.chop(i + 1);
    }
    return "Remove it.";
  }

  private static String suggest(
      ConfigurationPropertyName parent, String element, Class<?> settings) {
    List<String> keys =
        Arrays.stream(settings.getRecordComponents()).map(UnknownKeyFailureAnalyzer::key).toList();
    return Nearest.to(element, keys)
        .map(key -> "Did you mean %s?".formatted(parent.append(key)))
        .orElse("Under %s there are: %s.".formatted(parent, String.join(", ", keys)));
  }

  /** {@code chunkIdle} as {@code chunk-idle}. */
  private static String key(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}

package io.runledger.mutant;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/**
 * Tests that shall see a mutant: a class below {@code io.runledger}, or one method of it, as in
 * {@code guard.FenceTest#the_owner_passes}.
 */
record Catcher(String type, Optional<String> method) {

  private static final String ROOT = "io.runledger.";

  static Catcher parse(String text) {
    int hash = text.indexOf('#');
    return hash < 0
        ? new Catcher(ROOT + text, Optional.empty())
        : new Catcher(ROOT + text.substring(0, hash), Optional.of(text.substring(hash + 1)));
  }

  /**
   * Without its parameters a method's name says enough: no test class has two tests of one name.
   *
   * @throws IllegalStateException if there is no such class or method
   */
  DiscoverySelector selector() {
    Class<?> found = load();
    if (method.isEmpty()) {
      return DiscoverySelectors.selectClass(found);
    }
    List<Method> methods =
        Stream.of(found.getDeclaredMethods())
            .filter(one -> one.getName().equals(method.get()))
            .toList();
    if (methods.size() != 1) {
      throw new IllegalStateException(
          "%s has %d methods named '%s', and should have one."
              .formatted(type, methods.size(), method.get()));
    }
    return DiscoverySelectors.selectMethod(found, methods.get(0));
  }

  private Class<?> load() {
    try {
      return Class.forName(type, false, Catcher.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("There is no test class " + type + ".", e);
    }
  }

  /** As it is parsed. */
  @Override
  public String toString() {
    return type.substring(ROOT.length()) + method.map("#"::concat).orElse("");
  }
}

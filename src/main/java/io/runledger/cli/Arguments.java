package io.runledger.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The command line, taken apart: {@code --a.b=c}, with a dot in the name, is a Spring Boot property
 * and goes to Spring as it is, as do Boot's own {@code --debug} and {@code --trace}; all else is
 * the command's.
 *
 * @param own what the command reads
 * @param spring what Spring reads
 */
record Arguments(List<String> own, List<String> spring) {

  private static final Set<String> OF_BOOT = Set.of("--debug", "--trace");

  static Arguments of(String... arguments) {
    List<String> own = new ArrayList<>();
    List<String> spring = new ArrayList<>();
    for (String argument : arguments) {
      (isProperty(argument) || OF_BOOT.contains(argument) ? spring : own).add(argument);
    }
    return new Arguments(own, spring);
  }

  private static boolean isProperty(String argument) {
    return argument.startsWith("--") && name(argument).contains(".");
  }

  private static String name(String argument) {
    int end = argument.indexOf('=');
    return argument.substring("--".length(), end < 0 ? argument.length() : end);
  }

  /** Spring's arguments with these properties, except those that the person has set. */
  String[] springWith(Map<String, String> defaults) {
    Map<String, String> missing = new TreeMap<>(defaults);
    spring.forEach(argument -> missing.remove(name(argument)));
    List<String> all = new ArrayList<>(spring);
    missing.forEach((name, value) -> all.add("--" + name + "=" + value));
    return all.toArray(String[]::new);
  }
}

package io.runledger.cli;

import java.lang.reflect.Method;

/** Whether somebody looks at a terminal. */
final class Console {

  private Console() {}

  /** From Java 22 on there always is a console, and it says itself whether it is a terminal. */
  @SuppressWarnings("SystemConsoleNull") // null up to Java 21; what 22 says instead is asked below
  static boolean isTerminal() {
    java.io.Console console = System.console();
    if (console == null || "dumb".equals(System.getenv("TERM"))) {
      return false;
    }
    try {
      Method isTerminal = java.io.Console.class.getMethod("isTerminal");
      return Boolean.TRUE.equals(isTerminal.invoke(console));
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}

package io.runledger.test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** First of all a child pod watches its parent, then it does what it was started for. */
final class ChildMain {

  /** The exit code of a child whose parent is gone. Nobody is left to read it. */
  private static final int ORPHANED = 86;

  private ChildMain() {}

  public static void main(String[] arguments) throws Throwable {
    InputStream parent = System.in;
    TypedInput typed = new TypedInput();
    System.setIn(typed);
    Thread watch = new Thread(() -> haltWithParent(parent, typed), "runledger-parent-watch");
    watch.setDaemon(true);
    watch.start();
    Method main = Class.forName(arguments[0]).getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    try {
      main.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (InvocationTargetException e) {
      // Out of main as it came: the JVM prints it and exits with 1, as without us.
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private static void haltWithParent(InputStream parent, TypedInput typed) {
    try {
      for (int read = parent.read(); read >= 0; read = parent.read()) {
        typed.add(read);
      }
    } catch (IOException e) {
      // As good as the end of the stream.
    }
    Runtime.getRuntime().halt(ORPHANED);
  }
}

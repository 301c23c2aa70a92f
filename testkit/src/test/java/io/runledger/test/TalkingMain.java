package io.runledger.test;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.concurrent.locks.LockSupport;

/** The program of the pods in these tests: its first argument says what it does. */
final class TalkingMain {

  private TalkingMain() {}

  public static void main(String[] arguments) {
    switch (arguments[0]) {
      case "tell" -> tell(arguments[1]);
      case "exit" -> System.exit(Integer.parseInt(arguments[1]));
      case "echo" -> echo();
      case "fail" -> throw new IllegalStateException("on purpose");
      default -> tick();
    }
  }

  private static void tell(String argument) {
    System.out.println("argument " + argument);
    System.out.println("colour " + System.getProperty("pod.colour"));
    System.out.println("name " + System.getenv("POD_NAME"));
    System.out.println("directory " + Path.of("").toAbsolutePath());
    System.out.println("options " + ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  private static void echo() {
    Scanner typed = new Scanner(System.in, StandardCharsets.UTF_8);
    while (typed.hasNextLine()) {
      System.out.println("heard " + typed.nextLine());
    }
  }

  private static void tick() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  System.out.println("hook began");
                  LockSupport.parkNanos(200_000_000);
                  System.out.println("hook ended");
                }));
    for (int i = 1; ; i++) {
      System.out.println("tick " + i);
      LockSupport.parkNanos(20_000_000);
    }
  }
}

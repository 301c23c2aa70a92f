package io.runledger.cli;

import io.runledger.batch.UnknownJobException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * One command from start to end: the application is started without web server and schedules,
 * asked, and closed.
 */
final class CommandProcess {

  private static final Map<String, String> QUIET =
      Map.of(
          "logging.threshold.console", "warn",
          // One line each: the stack traces are for --verbose.
          "logging.exception-conversion-word", "%nopex",
          // It shouts what the command's own last line says.
          "logging.level.org.springframework.batch", "off",
          // How an attempt ended is the command's own answer.
          "logging.level.io.runledger.batch", "off",
          // They are for those who deploy, and were told there.
          "logging.level.io.runledger.autoconfigure.ScheduleWarnings", "off");

  private final Class<?> application;
  private final Arguments arguments;
  private final Command command;
  private final PrintStream out;
  private final PrintStream err;
  private final Terminal terminal;

  CommandProcess(
      Class<?> application,
      Arguments arguments,
      Command command,
      PrintStream out,
      PrintStream err) {
    this.application = application;
    this.arguments = arguments;
    this.command = command;
    this.out = out;
    this.err = err;
    this.terminal = new Terminal(out, err, command.common().json());
  }

  ExitCode run() {
    SignalExit signal = SignalExit.prepare();
    Curtain console = new Curtain(err, command.common().verbose(), Console.isTerminal());
    // Standard output is for the answer; what logs and jobs print goes to standard error. So it
    // stays: servers beside the application log their end when the JVM shuts down.
    System.setOut(new PrintStream(console, true, Charset.defaultCharset()));
    ExitCode code = startAndExecute(signal, console);
    signal.decided(code);
    out.flush();
    return code;
  }

  private ExitCode startAndExecute(SignalExit signal, Curtain console) {
    Interruption interruption = new Interruption(signal, command);
    ConfigurableApplicationContext context;
    try {
      context = spring(interruption).run(arguments.springWith(properties()));
    } catch (RuntimeException e) {
      StartFailure failure = StartFailure.of(e);
      terminal.error(failure.message());
      return failure.code();
    }
    console.open();
    interruption.begins();
    ExitCode code = execute(context);
    signal.decided(code);
    context.close();
    return code;
  }

  private SpringApplication spring(Interruption interruption) {
    SpringApplication spring = new SpringApplication(application);
    // Else it would take the first main on the stack for the application, and that may be ours.
    spring.setMainApplicationClass(application);
    spring.addListeners(interruption);
    return spring;
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new TreeMap<>();
    properties.put("runledger.worker", "false");
    properties.put("spring.main.web-application-type", "none");
    properties.put("spring.main.banner-mode", "off");
    // A scheduler of the application's own has no business here either.
    properties.put("spring.quartz.auto-startup", "false");
    if (!command.common().verbose()) {
      properties.putAll(QUIET);
    }
    return properties;
  }

  private ExitCode execute(ConfigurableApplicationContext context) {
    try {
      return command.execute(context, terminal);
    } catch (UnknownJobException | IllegalArgumentException e) {
      terminal.error(message(e));
      return ExitCode.USAGE;
    } catch (NoSuchBeanDefinitionException e) {
      terminal.error(
          "Runledger is not at work in this application: runledger.enabled is false, or there is no data source.");
      return ExitCode.USAGE;
    } catch (DataAccessException | TransactionException e) {
      terminal.error("The database could not answer, so nothing is known: " + message(e));
      return ExitCode.UNAVAILABLE;
    } catch (RuntimeException e) {
      terminal.error("%s. See why with --verbose.".formatted(e));
      return ExitCode.FAILED;
    }
  }

  private static String message(RuntimeException e) {
    Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
    return cause.getMessage() != null ? cause.getMessage() : cause.toString();
  }
}

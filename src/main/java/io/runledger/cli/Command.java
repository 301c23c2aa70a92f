package io.runledger.cli;

import org.springframework.beans.factory.BeanFactory;

/**
 * A command that asks a started application, answers, and ends. An application adds its own with
 * {@link RunledgerApplication#main(Class, java.util.List, String...)}: picocli's annotations say
 * how it is called.
 */
public interface Command {

  /** What all such commands are told. */
  CommonOptions common();

  /**
   * Does it.
   *
   * @param beans the started application's
   * @throws IllegalArgumentException if what was asked for makes no sense
   * @throws io.runledger.batch.UnknownJobException if no such job is guarded
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  ExitCode execute(BeanFactory beans, Terminal terminal);

  /** Ctrl-C or SIGTERM came while it executes. What it only waits for goes on without it. */
  default void interrupted(BeanFactory beans) {}
}

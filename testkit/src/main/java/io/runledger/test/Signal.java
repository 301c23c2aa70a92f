package io.runledger.test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A POSIX signal. Java itself can only terminate and kill. */
enum Signal {
  STOP,
  CONT,
  QUIT,
  KILL;

  /** Sends this signal. A process that is gone already is no error: it is past every signal. */
  void send(Collection<Long> pids) {
    if (pids.isEmpty()) {
      return;
    }
    // The shell's own kill: slim images have no /bin/kill. Each pid apart, or a dead one stops the
    // row.
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", "s=$0; for p in \"$@\"; do kill -$s \"$p\"; done; exit 0"));
    command.add(name());
    pids.forEach(pid -> command.add(Long.toString(pid)));
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new IllegalStateException(
          "SIG" + name() + " was not sent to " + pids + ": this needs a POSIX system with 'sh'", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while SIG" + name() + " went to " + pids, e);
    }
  }

  void send(long pid) {
    send(List.of(pid));
  }
}

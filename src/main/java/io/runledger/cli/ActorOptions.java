package io.runledger.cli;

import io.runledger.operate.Person;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who asks. Kept with what is asked for. */
final class ActorOptions {

  @Option(
      names = "--actor",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "Who asks; your login if not given.")
  private String actor = "";

  Person person(@Nullable String reason) {
    return new Person(actor, reason);
  }

  Person person(RequiredReason reason) {
    return person(reason.text());
  }
}

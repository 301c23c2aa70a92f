package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A free port")
class FreePortTest {

  @Test
  void is_not_given_again_soon_though_nobody_listens_on_it() {
    assertThat(IntStream.range(0, 400).map(i -> FreePort.next()).toArray()).doesNotHaveDuplicates();
  }

  @Test
  void is_one_that_nobody_listens_on() throws IOException {
    int ours = FreePort.next();
    try (ServerSocket taken = new ServerSocket(ours, 1, InetAddress.getLoopbackAddress())) {
      assertThat(IntStream.range(0, FreePort.BLOCK).map(i -> FreePort.next()).toArray())
          .doesNotContain(taken.getLocalPort());
    }
  }

  @Test
  void is_never_one_of_those_that_another_JVM_takes_from() {
    int ours = FreePort.next() / FreePort.BLOCK;
    try (ChildPod other = ChildPod.of(Other.class).start()) {
      int theirs = Integer.parseInt(other.awaitLine("", Duration.ofMinutes(1)));
      assertThat(theirs / FreePort.BLOCK).isNotEqualTo(ours);
    }
  }

  /** A JVM that says which port it was given. */
  static final class Other {

    private Other() {}

    public static void main(String[] arguments) {
      System.out.println(FreePort.next());
    }
  }
}

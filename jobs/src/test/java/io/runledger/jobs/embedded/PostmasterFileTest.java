package io.runledger.jobs.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostmasterFileTest {

  private @TempDir Path home;

  @Test
  void it_tells_process_and_port() throws IOException {
    write("4711\n/srv/data/postgres\n1796032147\n15432\n\n127.0.0.1\n  2162715  4\nready\n");

    assertThat(PostmasterFile.of(home)).contains(new PostmasterFile(4711, 15432));
  }

  @Test
  void none_is_no_server() throws IOException {
    assertThat(PostmasterFile.of(home)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4711\n", "4711\n/srv/data\n1\n", "\0\0\0\0\n\0\n\0\n\0\n"})
  void one_that_a_crash_spoilt_is_no_server(String content) throws IOException {
    write(content);

    assertThat(PostmasterFile.of(home)).isEmpty();
  }

  private void write(String content) throws IOException {
    Files.writeString(home.resolve("postmaster.pid"), content);
  }
}

package io.runledger.jobs.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParticipantsTest {

  private @TempDir Path directory;
  private Participants participants;

  @BeforeEach
  void ofTheDirectory() {
    participants = new Participants(directory);
  }

  @Test
  void who_died_without_leaving_does_not_count_and_is_removed() throws IOException {
    Path dead = Files.createFile(directory.resolve("4711-1700000000000-dead"));

    assertThat(participants.count()).isZero();
    assertThat(dead).doesNotExist();
  }

  @Test
  void a_dead_process_with_our_id_is_told_from_us_by_its_start() throws IOException {
    Path dead =
        Files.createFile(directory.resolve(ProcessHandle.current().pid() + "-1700000000000-dead"));

    assertThat(participants.count()).isZero();
    assertThat(dead).doesNotExist();
  }

  @Test
  void two_applications_of_one_jvm_are_two() throws IOException {
    Participants.Stay one = participants.enter();
    Participants.Stay other = participants.enter();
    assertThat(participants.count()).isEqualTo(2);
    assertThat(participants.anyOutOfSight()).isFalse();

    one.end();
    assertThat(participants.count()).isEqualTo(1);
    other.end();
    assertThat(participants.count()).isZero();
  }
}

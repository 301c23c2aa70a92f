package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PollTest {

  @ParameterizedTest
  @CsvSource({
    "YES, YES",
    "NO, NO",
    "UNKNOWN, UNKNOWN",
    "YES YES, YES",
    "YES NO, NO",
    "YES UNKNOWN, UNKNOWN",
    "NO UNKNOWN, NO",
    "YES YES NO, YES",
    "YES YES UNKNOWN, YES",
    "YES NO NO, NO",
    "NO NO UNKNOWN, NO",
    "YES NO UNKNOWN, UNKNOWN",
    "YES UNKNOWN UNKNOWN, UNKNOWN",
    "NO UNKNOWN UNKNOWN, UNKNOWN",
    "YES YES YES NO NO, YES",
    "YES YES NO NO UNKNOWN, UNKNOWN",
    "YES YES NO NO NO, NO"
  })
  void the_majority_of_all_nodes_decides(String votes, Vote outcome) {
    List<CompletableFuture<Vote>> cast =
        Stream.of(votes.split(" "))
            .map(vote -> CompletableFuture.completedFuture(Vote.valueOf(vote)))
            .toList();

    assertThat(Poll.of(cast)).isCompletedWithValue(outcome);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void it_is_decided_exactly_when_no_missing_vote_can_change_it(int nodes) {
    for (List<Vote> cast : sequences(nodes)) {
      List<CompletableFuture<Vote>> votes =
          IntStream.range(0, nodes).mapToObj(i -> new CompletableFuture<Vote>()).toList();
      CompletableFuture<Vote> outcome = Poll.of(votes);
      for (int i = 0; i < nodes; i++) {
        List<Vote> soFar = cast.subList(0, i);
        assertThat(outcome.isDone())
            .as("%s of %s votes", soFar, nodes)
            .isEqualTo(outcomes(soFar, nodes).size() == 1);
        votes.get(i).complete(cast.get(i));
      }
      assertThat(outcome).isCompleted();
    }
  }

  /** What all ways to go on from here lead to. */
  private static List<Vote> outcomes(List<Vote> soFar, int nodes) {
    return sequences(nodes - soFar.size()).stream()
        .map(rest -> Stream.concat(soFar.stream(), rest.stream()).toList())
        .map(PollTest::outcome)
        .distinct()
        .toList();
  }

  private static Vote outcome(List<Vote> votes) {
    long yes = votes.stream().filter(vote -> vote == Vote.YES).count();
    long no = votes.stream().filter(vote -> vote == Vote.NO).count();
    if (2 * yes > votes.size()) {
      return Vote.YES;
    }
    return 2 * no >= votes.size() ? Vote.NO : Vote.UNKNOWN;
  }

  private static List<List<Vote>> sequences(int length) {
    List<List<Vote>> all = List.of(List.of());
    for (int i = 0; i < length; i++) {
      List<List<Vote>> longer = new ArrayList<>();
      for (List<Vote> sequence : all) {
        for (Vote vote : Vote.values()) {
          longer.add(Stream.concat(sequence.stream(), Stream.of(vote)).toList());
        }
      }
      all = longer;
    }
    return all;
  }
}

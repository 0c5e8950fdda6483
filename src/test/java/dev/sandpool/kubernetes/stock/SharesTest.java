package dev.sandpool.kubernetes.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shares add up to what is wanted, whoever works them out. */
class SharesTest {

  static Stream<Arguments> replicasAndWanted() {
    return IntStream.rangeClosed(1, 7)
        .boxed()
        .flatMap(
            replicas ->
                IntStream.of(0, 1, 2, 3, 5, 8, 13, 60)
                    .mapToObj(wanted -> Arguments.of(replicas, wanted)));
  }

  @ParameterizedTest
  @MethodSource("replicasAndWanted")
  void addUpAndDifferByOneAtMost(int replicas, int wanted) {
    Set<String> living = names(replicas);
    for (String kind : List.of("one", "two", "three")) {
      List<Integer> shares =
          living.stream().map(id -> new Shares(living).of(id, kind, wanted)).toList();

      assertThat(shares.stream().mapToInt(Integer::intValue).sum()).isEqualTo(wanted);
      assertThat(shares)
          .allMatch(share -> share == wanted / replicas || share == ceil(wanted, replicas));
    }
  }

  @Test
  void oneThatIsNotThereHasNone() {
    assertThat(new Shares(names(2)).of("other", "kind", 10)).isZero();
  }

  @Test
  void whoGetsOneMoreDiffersFromKindToKind() {
    Set<String> living = names(4);
    Set<String> lucky =
        IntStream.range(0, 100)
            .mapToObj(kind -> first(living, "kind" + kind))
            .collect(Collectors.toSet());

    assertThat(lucky).isEqualTo(living);
  }

  @Test
  void eachThingFallsToOneFirst() {
    Set<String> living = names(5);

    for (int thing = 0; thing < 50; thing++) {
      String name = "thing" + thing;
      assertThat(living.stream().filter(id -> new Shares(living).isFirst(id, name))).hasSize(1);
    }
  }

  private static String first(Set<String> living, String kind) {
    return living.stream()
        .filter(id -> new Shares(living).of(id, kind, 1) == 1)
        .findFirst()
        .orElseThrow();
  }

  private static int ceil(int wanted, int replicas) {
    return (wanted + replicas - 1) / replicas;
  }

  private static Set<String> names(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> "replica" + number)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}

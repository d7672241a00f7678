// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.powercut;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that records and files keep the promises of a mount after a power cut. */
@Tag("slow")
class PowerCutIT {
  private static final int OPERATIONS = 60;

  /** With the self-test, 500 states in all orderings. */
  private static final int STATES = Effort.times(160);

  private static final int STATES_OF_SELF_TEST = 20;

  private Path directory;

  @BeforeEach
  void createDirectory() throws Exception {
    Assumptions.assumeTrue(
        Files.isWritable(Path.of("/dev/loop-control")), "needs root and loop devices");
    directory = Files.createTempDirectory(Path.of("/dev/shm"), "power-cut").toRealPath();
  }

  @AfterEach
  void deleteDirectory() throws Exception {
    if (directory == null) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ordered", "strict", "async"})
  void keepsPromisesInEveryState(String ordering) throws Exception {
    long seed = System.nanoTime();
    RecordedWork work = RecordedWork.perform(directory, ordering, OPERATIONS, seed);
    assertThat(broken(work, ordering, seed, STATES)).as("seed of the work: %d", seed).isEmpty();
  }

  @Test
  void findsPromiseThatIsNotKept() throws Exception {
    RecordedWork work = RecordedWork.perform(directory, "async", OPERATIONS, 1);
    assertThat(broken(work, "strict", 1, STATES_OF_SELF_TEST)).isNotEmpty();
  }

  /** Returns the broken promises by the seed of the state. */
  private static Map<Long, List<String>> broken(
      RecordedWork work, String promised, long seed, int states) throws Exception {
    Map<Long, List<String>> broken = new TreeMap<>();
    for (long state = seed; state < seed + states; state++) {
      List<String> found = work.check(promised, state);
      if (!found.isEmpty()) {
        broken.put(state, found);
      }
    }
    return broken;
  }
}

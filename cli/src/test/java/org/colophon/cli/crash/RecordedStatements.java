// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Checks that a store has every statement of a {@link GrowingLog} once. */
final class RecordedStatements {
  private RecordedStatements() {}

  static void check(Path store, GrowingLog log, long table, String when) {
    Map<Integer, Integer> once =
        IntStream.rangeClosed(1, log.last()).boxed().collect(Collectors.toMap(n -> n, n -> 1));
    RecordedNumbers numbers = RecordedNumbers.of(store, "d.numbers", table);
    assertThat(numbers.statements()).as("statements, " + when).isEqualTo(once);
    assertThat(numbers.writers()).as("writers, " + when).isEqualTo(once);
  }
}

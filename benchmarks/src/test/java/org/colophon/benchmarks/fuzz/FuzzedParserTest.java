// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuzz;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Random;
import java.util.stream.Stream;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FuzzedParserTest {
  static Stream<String> names() {
    return FuzzedParser.ALL.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void acceptsInputsToStartFrom(String name) throws Exception {
    FuzzedParser parser = FuzzedParser.ALL.get(name);
    for (byte[] each : parser.seeds().get()) {
      parser.parse().accept(each);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void findsNoFaultInChangedInputs(String name) {
    FuzzedParser parser = FuzzedParser.ALL.get(name);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < Effort.times(300); i++) {
      for (byte[] each : parser.seeds().get()) {
        byte[] input = each.clone();
        for (int changes = random.nextInt(4); changes >= 0; changes--) {
          input[random.nextInt(input.length)] = (byte) random.nextInt(256);
        }
        assertThatCode(() -> parser.test(input)).as("seed %d", seed).doesNotThrowAnyException();
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteSearchTest {
  private static final long SEED = 4711;

  private static int oneByOne(byte wanted, byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  @Test
  void findsSameIndexAsBytewiseSearch() {
    Random random = new Random(SEED);
    for (int round = 0; round < 2_000; round++) {
      byte wanted = (byte) random.nextInt(256);
      byte[] bytes = new byte[random.nextInt(64)];
      for (int i = 0; i < bytes.length; i++) {
        // Adjacent values and values with another high bit could match by mistake.
        int near = wanted + random.nextInt(3) - 1 ^ random.nextInt(2) << 7;
        bytes[i] = (byte) (random.nextInt(4) == 0 ? near : random.nextInt(256));
      }
      for (int from = 0; from <= bytes.length; from++) {
        int to = from + random.nextInt(bytes.length - from + 1);
        assertThat(ByteSearch.next(wanted, bytes, from, to))
            .as("seed %d, round %d, from %d to %d", SEED, round, from, to)
            .isEqualTo(oneByOne(wanted, bytes, from, to));
      }
    }
  }

  @Test
  void doesNotReadBeyondEnd() {
    byte[] bytes = "0123456789\n".getBytes(StandardCharsets.US_ASCII);
    assertThat(ByteSearch.next((byte) '\n', bytes, 0, 10)).isEqualTo(10);
    assertThat(ByteSearch.next((byte) '\n', bytes, 0, 11)).isEqualTo(10);
    assertThat(ByteSearch.next((byte) '\n', bytes, 3, 3)).isEqualTo(3);
  }
}

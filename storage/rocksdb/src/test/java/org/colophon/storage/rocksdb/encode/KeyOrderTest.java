// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyOrderTest {
  private final KeyOrder order = new KeyOrder();

  private int[] sorted(List<byte[]> keys) {
    ByteWriter bytes = new ByteWriter(16);
    int[] starts = new int[keys.size()];
    int[] ends = new int[keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      starts[i] = bytes.size();
      bytes.putRaw(keys.get(i), 0, keys.get(i).length);
      ends[i] = bytes.size();
    }
    return Arrays.copyOf(order.of(bytes.data(), starts, ends, keys.size()), keys.size());
  }

  /** Returns the order of the JDK's stable sort. */
  private static int[] expected(List<byte[]> keys) {
    Comparator<Integer> byBytes =
        (one, other) -> Arrays.compareUnsigned(keys.get(one), keys.get(other));
    return IntStream.range(0, keys.size())
        .boxed()
        .sorted(byBytes)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Uses few values of bytes, so that many keys and prefixes are equal. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 256})
  void sortsLikeTheJdkWhenKeysAreRandom(int values) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      List<byte[]> keys = new ArrayList<>();
      byte[] beginning = new byte[random.nextInt(40)];
      random.nextBytes(beginning);
      for (int i = random.nextInt(200); i > 0; i--) {
        int length = random.nextInt(beginning.length + 1);
        byte[] key = Arrays.copyOf(beginning, length + random.nextInt(20));
        for (int at = length; at < key.length; at++) {
          key[at] = (byte) (random.nextInt(values) - values / 2);
        }
        keys.add(key);
      }
      assertThat(sorted(keys)).as("seed %d, round %d", seed, round).isEqualTo(expected(keys));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 7, 8, 14, 60_000})
  void sortsLikeTheJdkWhenAKeyIsAPrefixOfAnother(int length) {
    List<byte[]> keys = new ArrayList<>();
    for (int more = 2; more >= -2; more--) {
      keys.add(new byte[length + more]); // zeros, which also pad a short word
      keys.add(new byte[length + more]);
    }
    assertThat(sorted(keys)).isEqualTo(expected(keys));
  }
}

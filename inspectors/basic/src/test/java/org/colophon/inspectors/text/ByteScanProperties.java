// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

@Tag("jdk")
class ByteScanProperties {
  @Property(tries = 2_000)
  void findsAndCountsLikeALoop(
      @ForAll @Size(max = 60) byte[] bytes, @ForAll @IntRange(max = 60) int from) {
    int start = Math.min(from, bytes.length);
    for (int wanted : new int[] {'\n', 0, bytes.length == 0 ? 1 : bytes[0] & 0x7f}) {
      int expected =
          IntStream.range(start, bytes.length)
              .filter(i -> bytes[i] == wanted)
              .findFirst()
              .orElse(bytes.length);
      assertThat(ByteScan.indexOf(bytes, wanted, start)).isEqualTo(expected);
      assertThat(ByteScan.count(bytes, start, wanted))
          .isEqualTo((int) IntStream.range(0, start).filter(i -> bytes[i] == wanted).count());
    }
    assertThat(ByteScan.isAscii(bytes))
        .isEqualTo(IntStream.range(0, bytes.length).allMatch(i -> bytes[i] >= 0));
  }
}

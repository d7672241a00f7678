// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.colophon.core.model.encoding.Varints;

class VarintsTest {
  private static final int AT = 3;

  /** Encodes a number byte by byte. */
  private static byte[] expected(long value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long rest = value;
    while (rest >>> 7 != 0) {
      bytes.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes.write((int) rest);
    return bytes.toByteArray();
  }

  private static byte[] put(long value) {
    byte[] target = new byte[AT + Varints.MAX_BYTES];
    int end = Varints.put(target, AT, value);
    assertThat(Arrays.copyOf(target, AT)).containsOnly(0);
    assertThat(Varints.read(ByteBuffer.wrap(target, AT, end - AT))).isEqualTo(value);
    return Arrays.copyOfRange(target, AT, end);
  }

  @Property
  void encodesNumberOfAnyLength(@ForAll long value, @ForAll @IntRange(max = 63) int fewer) {
    long shorter = value >>> fewer;
    assertThat(put(shorter)).isEqualTo(expected(shorter));
  }

  @Example
  void writesMinAndMaxOfEachLength() {
    for (int bits = 0; bits < Long.SIZE; bits++) {
      long first = 1L << bits;
      assertThat(put(first)).isEqualTo(expected(first));
      assertThat(put(first - 1)).isEqualTo(expected(first - 1));
    }
    assertThat(put(-1)).isEqualTo(expected(-1)).hasSize(Varints.MAX_BYTES);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LineCutterTest {
  private final Lines lines = new Lines();
  private final LineCutter cutter = new LineCutter(lines);

  /** Returns the text in pieces of a maximum size. */
  private void give(String text, int piece) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (rest.hasRemaining()) {
      cutter.readFrom(
          target -> {
            int count = Math.min(piece, Math.min(rest.remaining(), target.remaining()));
            target.put(rest.slice().limit(count));
            rest.position(rest.position() + count);
            return count;
          });
    }
  }

  @Test
  void splitsLinesAcrossReads() throws IOException {
    for (int piece = 1; piece < 9; piece++) {
      give("ab\n\ncde\n", piece);
    }
    assertThat(lines.taken).hasSize(24).startsWith("ab", "", "cde", "ab");
    assertThat(lines.bad).isEmpty();
  }

  @Test
  void acceptsLastLineWithoutEnd() throws IOException {
    give("ab\ncd", 3);
    cutter.end();
    cutter.end();
    assertThat(lines.taken).containsExactly("ab", "cd");
  }

  @Test
  void acceptsLongestLineAndSkipsLongerOne() throws IOException {
    String longest = "x".repeat(LineCutter.MAX_LINE_BYTES);
    give("a\n" + longest + "\n" + longest + "y\nb\n" + "z".repeat(10_000_000) + "\nc\n", 100_000);
    assertThat(lines.taken).containsExactly("a", longest, "b", "c");
    assertThat(lines.bad).hasSize(2).first().asString().contains("1048576");
  }

  @Test
  void reportsEndlessLineOnlyOnce() throws IOException {
    give("z".repeat(20_000_000), 1 << 16);
    cutter.end();
    assertThat(lines.taken).isEmpty();
    assertThat(lines.bad).hasSize(1);
  }
}

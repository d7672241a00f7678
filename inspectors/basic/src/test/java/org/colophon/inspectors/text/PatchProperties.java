// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Finding;

class PatchProperties {
  private static final String MARK = "\ufeff";

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<List<String>> lines =
        Arbitraries.of("a\n", "b\n", "c\n", "d\n", "\n", "a\r\n", "-x\n", "+y\n", " z\n")
            .list()
            .ofMaxSize(40);
    return lines
        .map(list -> String.join("", list))
        .flatMap(text -> Arbitraries.of(text, text + "end", MARK + text));
  }

  @Property(tries = 2_000)
  void turnsTheOldTextIntoTheNewOne(
      @ForAll("texts") String before,
      @ForAll("texts") String after,
      @ForAll @IntRange(max = 4) int context)
      throws IOException {
    check(before, after, context);
  }

  /** Texts with so long lines that only a few are read before a change. */
  @Provide
  Arbitrary<String> longTexts() {
    return Arbitraries.of("a", "b", "c")
        .map(letter -> letter.repeat(1_900))
        .list()
        .ofMaxSize(25)
        .map(list -> String.join("\n", list))
        .flatMap(text -> Arbitraries.of(text, text + "\n", text + "\nend"));
  }

  @Property(tries = 300)
  void turnsTheOldTextIntoTheNewOneWhenLinesAreLong(
      @ForAll("longTexts") String before,
      @ForAll("longTexts") String more,
      @ForAll @IntRange(max = 12) int context)
      throws IOException {
    check(before, before + more, context);
    check(before, more, context);
  }

  /** A patch either contains all changes or has a remark that some were left out. */
  @Property(tries = 2_000)
  void containsAllChangesUnlessItReportsOmission(
      @ForAll("texts") String before,
      @ForAll("texts") String after,
      @ForAll @IntRange(max = 4) int context,
      @ForAll @IntRange(min = 40, max = 300) int limit)
      throws IOException {
    Change change =
        new Change(
            Bytes.of("/lab/a.txt"),
            "text/plain",
            Inspected.content(before.getBytes(UTF_8)),
            Inspected.content(after.getBytes(UTF_8)),
            0);
    List<Finding> whole = new TextInspector(context, 100_000, 100_000).inspect(change);
    List<Finding> cut = new TextInspector(context, limit, 100_000).inspect(change);
    assertThat(cut).hasSameSizeAs(whole);
    if (!cut.isEmpty() && !Inspected.withoutStates(cut.get(0).data()).startsWith("# truncated")) {
      assertThat(cut).isEqualTo(whole);
    }
  }

  private static void check(String before, String after, int context) throws IOException {
    byte[] old = before.getBytes(UTF_8);
    byte[] now = after.getBytes(UTF_8);
    int equal = 0;
    while (equal < Math.min(old.length, now.length) && old[equal] == now[equal]) {
      equal++;
    }
    Map<String, String> options =
        Map.of("context", "" + context, "max-added-bytes", "100000"); // else a patch may be cut
    for (int known : new int[] {0, equal / 2, equal}) {
      String patch = Inspected.patch(old, now, known, options);
      assertThat(Inspected.apply(before, patch)).isEqualTo(after);
      assertThat(patch.isEmpty()).isEqualTo(before.equals(after));
    }
  }

  @Property(tries = 1_000)
  void matchesAsManyUniqueLinesAsPossible(@ForAll List<@IntRange(max = 500) Integer> values) {
    int[] distinct = values.stream().distinct().mapToInt(Integer::intValue).toArray();
    int[] indexes = IncreasingSequence.of(distinct);
    for (int i = 1; i < indexes.length; i++) {
      assertThat(indexes[i]).isGreaterThan(indexes[i - 1]);
      assertThat(distinct[indexes[i]]).isGreaterThan(distinct[indexes[i - 1]]);
    }
    assertThat(indexes).hasSize(longest(distinct));
  }

  private static int longest(int[] values) {
    int[] lengths = new int[values.length];
    int longest = 0;
    for (int i = 0; i < values.length; i++) {
      lengths[i] = 1;
      for (int j = 0; j < i; j++) {
        lengths[i] = values[j] < values[i] ? Math.max(lengths[i], lengths[j] + 1) : lengths[i];
      }
      longest = Math.max(longest, lengths[i]);
    }
    return longest;
  }
}

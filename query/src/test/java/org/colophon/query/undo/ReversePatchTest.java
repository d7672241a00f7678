// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.undo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.core.model.encoding.PatchStates.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** UndoRoundTripTest in cli covers patches of the real inspector. */
class ReversePatchTest {
  private static String before(Bytes patch, String after) {
    return new String(ReversePatch.before(patch, after.getBytes(UTF_8)), UTF_8);
  }

  @Test
  void restoresLinesOfSeveralHunks() {
    String after = "a\nB\nc\nd\ne\nf\nnew\n";
    String before = "a\nb\nc\nd\ne\nf\n";
    Bytes patch =
        TestPatch.of(before, after, "--- f\n+++ f\n@@ -2 +2 @@\n-b\n+B\n@@ -6,0 +7 @@\n+new\n");
    assertThat(before(patch, after)).isEqualTo(before);
  }

  @Test
  void restoresCarriageReturnsAndMissingNewline() {
    String open = "\\ No newline at end of file\n";
    String diff = "--- f\n+++ f\n@@ -1,2 +1 @@\n-a\r\n-b\r\n" + open + "+c\n" + open;
    assertThat(before(TestPatch.of("a\r\nb\r", "c", diff), "c")).isEqualTo("a\r\nb\r");
  }

  @Test
  void restoresEmptyContentFromTruncatedPatchOfNewFile() {
    Bytes patch = TestPatch.of("", "a\nb\n", "# truncated: the last 2 bytes are left out\n+a\n");
    assertThat(before(patch, "a\nb\n")).isEmpty();
    assertThat(ReversePatch.problem(patch, PatchStates.of(patch))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@@ -1 +1 @@\n-lie\n+b\n",
        "@@ -1 +1 @@\n-a\n+c\n",
        "@@ -1 +9 @@\n-a\n+b\n",
        "@@ -1 +1 @@\n-a\n+b\n@@ -1 +1 @@\n-a\n+b\n",
        "@@ -99999999999 +1 @@\n-a\n+b\n",
        "@@ -1 +1 @@\nno sign\n",
        "@@ -1,0 +0,0 @@\n\n",
        "# encoding: KLINGON\n@@ -1 +1 @@\n-a\n+b\n",
        "# encoding: , \n",
        ""
      })
  void refusesPatchThatLies(String diff) {
    Bytes patch = TestPatch.of("a\n", "b\n", diff);
    assertThatThrownBy(() -> before(patch, "b\n")).hasMessageContaining("the patch ");
  }

  @Test
  void refusesPatchOfAnotherContent() {
    Bytes patch = TestPatch.line("f", "a\n", "b\n");
    assertThatThrownBy(() -> before(patch, "c\n")).hasMessageContaining("another content");
    Bytes unknown = new PatchStates(new State(9, null), new State(9, null)).bytes();
    assertThatThrownBy(() -> before(unknown, "c\n")).hasMessageContaining("another content");
  }

  @Test
  void readsNoStatesFromOldPatch() {
    Bytes old = Bytes.of("--- f\n+++ f\n@@ -1 +1 @@\n-" + TestPatch.line("f", "a\n", "b\n"));
    assertThat(PatchStates.of(old)).isNull();
    assertThat(PatchStates.of(Bytes.EMPTY)).isNull();
  }
}

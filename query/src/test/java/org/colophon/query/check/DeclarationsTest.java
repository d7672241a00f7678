// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeclarationsTest {
  private static List<String> texts(List<Declaration> declarations) {
    return declarations.stream().map(Declaration::text).toList();
  }

  @Test
  void readsRulesWithContinuationsAndEscapes() {
    Declarations found =
        DepFile.parse(
            "x.d",
            "a.o b.o: src/a.c \\\n  with\\ space.h cost$$.h sharp\\#.h c:/x.h \\\r\n\ttab.h\n"
                + "# comment\n\nx\\\\y.o : back\\\\\\ slash.h\n");

    assertThat(texts(found.outputs())).containsExactly("a.o", "b.o", "x\\\\y.o");
    assertThat(texts(found.inputs()))
        .containsExactly(
            "src/a.c", "with space.h", "cost$.h", "sharp#.h", "c:/x.h", "tab.h", "back\\ slash.h");
    assertThat(found.inputs().get(0).place()).isEqualTo("x.d:1");
    assertThat(found.inputs().get(6).place()).isEqualTo("x.d:6");
  }

  @Test
  void ignoresTargetsThatStandForMissingHeaders() {
    Declarations found = DepFile.parse("x.d", "a.o: a.c a.h\n\na.h:\nstamp:\n");

    assertThat(texts(found.outputs())).containsExactly("a.o", "stamp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing\n", "a.o a.c\n", ": a.c\n", "a.o: $(SRC)\n", "a.o: b \\"})
  void refusesDepfilesThatAreNoRules(String text) {
    assertThatThrownBy(() -> DepFile.parse("bad.d", text)).hasMessageStartingWith("bad.d:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "src/../x", "a/./b", "x/.."})
  void refusesUnclearGlobs(String glob) {
    assertThatThrownBy(() -> Declaration.option("--inputs", glob)).hasMessageContaining("glob");
  }

  @Test
  void readsBaselineThatItWrote() {
    Finding finding =
        new Finding(FindingKind.UNDECLARED_INPUT, "a\nb", "/job/a\nb", "", 0, List.of(), List.of());

    String text = Baseline.text(List.of(finding, finding));

    assertThat(text.lines().skip(1)).containsExactly("undeclared-input a\\nb");
    assertThat(Baseline.parse("b.txt", text).keys()).containsExactly(finding.key());
    assertThatThrownBy(() -> Baseline.parse("b.txt", "# x\nguess a\n"))
        .hasMessageStartingWith("b.txt:2: not a finding");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class LinesTest {
  @Test
  void abbreviatesOnlyLongLines() {
    String text = "short\n" + "a".repeat(50) + "b".repeat(50) + "\n";

    assertThat(Lines.fit(text, 25))
        .isEqualTo("short\n" + "a".repeat(10) + " ... " + "b".repeat(10) + "\n");
  }

  @Test
  void keepsTextUnchangedWhenWidthIsUnknown() {
    assertThat(Lines.fit("x".repeat(500), 0)).hasSize(500);
  }

  @Test
  void doesNotSplitCharactersBeyondTheBasicPlane() {
    String fitted = Lines.fit("\ud83d\ude00".repeat(100), 30);

    assertThat(fitted.codePoints()).noneMatch(c -> Character.getType(c) == Character.SURROGATE);
    assertThat(fitted.codePointCount(0, fitted.length())).isEqualTo(31);
  }

  @Test
  void showsSizesAndDurationsInSuitableUnits() {
    assertThat(DisplayText.size(1023)).isEqualTo("1023 B");
    assertThat(DisplayText.size(1536)).isEqualTo("1.5 KiB");
    assertThat(DisplayText.size(Long.MAX_VALUE)).endsWith(" EiB");
    assertThat(DisplayText.duration(12_000_000)).isEqualTo("12 ms");
    assertThat(DisplayText.duration(1_500_000_000L)).isEqualTo("1.50 s");
    assertThat(DisplayText.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(DisplayText.time(0, ZoneOffset.UTC)).isEqualTo("-");
  }
}

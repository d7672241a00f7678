// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;

class ChangeTableTest {
  @Test
  void reportsDifferencesWhenComparing() {
    ChangeTable table =
        new ChangeTable("office", "docx")
            .compare(
                Map.of("title", "a", "same", 1L, "gone", true),
                Map.of("title", "b", "same", 1L, "new", 2L));
    assertThat(table.findings("office/metadata").get(0).data())
        .hasToString(
            "{\"version\":1,\"inspector\":\"office\",\"format\":\"docx\",\"changes\":["
                + "{\"key\":\"gone\",\"before\":true,\"after\":null},"
                + "{\"key\":\"new\",\"before\":null,\"after\":2},"
                + "{\"key\":\"title\",\"before\":\"a\",\"after\":\"b\"}],\"left_out\":0}");
  }

  @Test
  void reportsNothingWhenNothingChanged() {
    assertThat(new ChangeTable("x", "y").compare(Map.of("a", "1"), Map.of("a", "1")).findings("t"))
        .isEmpty();
  }

  @Test
  void truncatesHostileInputAndMarksIt() {
    ChangeTable table = new ChangeTable("x", "y");
    for (int i = 0; i < 1_005; i++) {
      table.row("\"}\u202e" + i, null, "z".repeat(5_000));
    }
    String json = table.findings("t").get(0).data().toString();
    assertThat(json)
        .contains("\"left_out\":5", "\\\"}\\u202e0", "zzz ... (5000 characters)")
        .doesNotContain("\u202e");
  }

  /** Each character needs six bytes in JSON. */
  @Test
  void omitsRowsBeyondTheSizeOfAFinding() {
    ChangeTable table = new ChangeTable("x", "y");
    String wide = "\u4e2d".repeat(2_000);
    for (int i = 0; i < 1_000; i++) {
      table.row(wide, wide, wide);
    }
    Bytes json = table.findings("t").get(0).data();
    assertThat(json.length()).isLessThan(Finding.MAX_DATA_BYTES);
    assertThat(json.toString()).endsWith("}],\"left_out\":912}");
  }

  @Test
  void cutsATextBetweenCharacters() {
    String text = "x".repeat(1_999) + "\ud83d\ude00";
    String json = new ChangeTable("x", "y").row("k", null, text).findings("t").get(0).data() + "";
    assertThat(json).contains("x ... (2001 characters)").doesNotContain("\\ud83d");
  }

  @Test
  void writesInvalidNumbersAsText() {
    assertThat(new JsonText().open('[').value(Double.NaN).value(1.5).close(']'))
        .hasToString("[\"NaN\",1.5]");
  }
}

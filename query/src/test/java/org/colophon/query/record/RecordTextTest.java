// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.query.text.Lines;
import org.junit.jupiter.api.Test;

class RecordTextTest {
  private static ExtendedRecord extended(String type, String data) {
    return new ExtendedRecord(7, 1, 2, type, Bytes.of(data));
  }

  private static List<String> lines(String type, String data) {
    return new RecordText("  ", line -> line, false).lines(extended(type, data));
  }

  @Test
  void showsAPatchAsLines() {
    assertThat(lines("text/patch", "--- a\n+++ a\n@@ -1 +1 @@\n-x\u001b[31m\n+y\n"))
        .containsExactly("  --- a", "  +++ a", "  @@ -1 +1 @@", "  -x\\u{1b}[31m", "  +y");
  }

  @Test
  void keepsTabsAndBackslashesOfAPatch() {
    assertThat(lines("text/patch", "+\tcc \\\n+x\r\n")).containsExactly("  +\tcc \\", "  +x\\r");
  }

  @Test
  void coloursAPatchWhenAskedTo() {
    assertThat(
            new RecordText("", line -> line, true)
                .lines(extended("text/patch", "--- a\n-x\n+y\n z\n")))
        .containsExactly("--- a", "\u001b[31m-x\u001b[0m", "\u001b[32m+y\u001b[0m", " z");
  }

  @Test
  void omitsIdsAfterJson() {
    assertThat(lines("prov/record", "{\"prov\":\"used\"}\0\0\0\0\0\0\0\7"))
        .containsExactly("  {\"prov\":\"used\"}");
  }

  @Test
  void showsTabularChangesAsATable() {
    String json =
        "{\"changes\":[{\"key\":\"author\",\"before\":\"Ann\",\"after\":\"B\\u001bb\"},"
            + "{\"key\":\"pages\",\"before\":null,\"after\":3},"
            + "{\"key\":\"x\",\"before\":true,\"after\":null}],\"left_out\":2}";
    assertThat(lines("office/metadata", json))
        .containsExactly(
            "    author  Ann -> B\\u{1b}b",
            "  + pages   3",
            "  - x       true",
            "  ... and 2 more");
  }

  @Test
  void reportsReasonWhyInspectorFailed() {
    String json =
        "{\"version\":1,\"inspector\":\"text\",\"reason\":\"too-large\",\"detail\":\"9 bytes\"}";
    assertThat(lines("inspector/failed", json))
        .containsExactly("  not found out (text, too-large): 9 bytes");
  }

  @Test
  void showsTheFirstBytesOfARecordOfUnknownType() {
    assertThat(lines("x/y", "a\nb" + "c".repeat(300)))
        .hasSize(1)
        .first()
        .asString()
        .endsWith("c ...");
    assertThat(lines("office/metadata", "{broken")).containsExactly("  {broken");
  }

  @Test
  void cutsLinesWhenTheTerminalIsNarrow() {
    List<String> lines =
        new RecordText("", line -> Lines.fit(line, 40), false)
            .lines(extended("text/patch", "+" + "x".repeat(99)));
    assertThat(lines.get(0)).hasSize(40);
  }

  @Test
  void writesTextAndJsonFieldsInJson() throws IOException {
    assertThat(json(extended("t", "{\"a\":1}"))).endsWith("\"json\":{\"a\":1}}");
    assertThat(json(extended("t", "plain"))).endsWith("\"text\":\"plain\"}");
    ExtendedRecord binary = new ExtendedRecord(7, 1, 2, "t", Bytes.wrap(new byte[] {-1}));
    assertThat(json(binary)).endsWith("\"base64\":\"/w==\"}");
  }

  private static String json(ExtendedRecord extended) throws IOException {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      RecordJson.write(json, extended);
    }
    return out.toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;

/** Tests the parser of single lines. */
class LineParserTest {
  private static final String GOOD = "{\"op\":\"write\",\"process\":1,\"path\":\"/x\",\"bytes\":3}";

  private final LineParser parser = new LineParser();

  private OperationLine parse(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return parse(bytes);
  }

  private OperationLine parse(byte[] bytes) {
    OperationLine line = new OperationLine();
    parser.parse(bytes, 0, bytes.length, line);
    return line;
  }

  @Test
  void rejectsTextAfterObjectAndParsesNextLine() {
    for (String more : List.of("5", "\"", "-", "t", " {", "[", "\u00e9", "}", "\u0000")) {
      assertThatThrownBy(() -> parse("{\"op\":\"exit\",\"process\":1} " + more))
          .as(more)
          .isInstanceOf(BadLineException.class)
          .hasMessageContaining("something follows the object");
      assertThat(parse(GOOD).path).as("path of the line after " + more).isEqualTo(Bytes.of("/x"));
    }
  }

  @Test
  void skipsBlanksAfterObject() {
    for (String blanks : List.of("", " ", "\r", "\t \r")) {
      assertThat(parse(GOOD + blanks).bytes).isEqualTo(3);
      assertThat(parse(GOOD).op).isEqualTo("write");
    }
  }

  @Test
  void rejectsUnpairedSurrogates() {
    for (String field :
        List.of(
            "\"path\":\"/a/\\ud800\"",
            "\"path\":\"/a/\\udce9b\"",
            "\"data\":\"\\ud800x\"",
            "\"identity\":[\"a\",\"\\ud800\"]",
            "\"arguments\":[\"\\ud800\"]",
            "\"id\":\"\\udc00\\ud800\"",
            "\"object\":\"\\ud800\"",
            "\"source\":\"\\ud800\"")) {
      assertThatThrownBy(() -> parse("{\"op\":\"object\"," + field + "}"))
          .as(field)
          .isInstanceOf(BadLineException.class)
          .hasMessageContaining("is no text")
          .hasMessageContaining("base64");
    }
  }

  @Test
  void acceptsSurrogatePairs() {
    assertThat(parse("{\"op\":\"object\",\"path\":\"/a/\\ud83d\\ude00b\"}").path)
        .isEqualTo(Bytes.of("/a/\ud83d\ude00b"));
    assertThat(parse("{\"op\":\"object\",\"path\":\"/a/\ud83d\ude00\"}").path)
        .isEqualTo(Bytes.of("/a/\ud83d\ude00"));
  }

  @Test
  void rejectsMalformedUtf8() {
    for (String bytes : List.of("c0af", "e080af", "f08080af", "eda0bdedb880", "ff", "c3", "e282")) {
      byte[] line =
          "{\"op\":\"object\",\"path\":\"/x?\"}"
              .replace("?", new String(HexFormat.of().parseHex(bytes), ISO_8859_1))
              .getBytes(ISO_8859_1);
      assertThatThrownBy(() -> parse(line))
          .as(bytes)
          .isInstanceOf(BadLineException.class)
          .hasMessageContaining("invalid UTF-8 at byte 26")
          .hasMessageContaining("base64");
      assertThat(parse(GOOD).path).as("path of the line after " + bytes).isEqualTo(Bytes.of("/x"));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;

class LineParserTest {
  private final FeedLine line = new FeedLine();
  private String problem;

  private void parse(EscapeRules escapes, String text) {
    byte[] bytes = ("xx" + text + "yy").getBytes(StandardCharsets.ISO_8859_1);
    problem = new LineParser(escapes).parse(bytes, 2, bytes.length - 2, line);
  }

  private void parse(String text) {
    parse(EscapeRules.FULL, text);
    assertThat(problem).isNull();
  }

  private String value(int i) {
    return line.key(i) + "=" + line.value(i);
  }

  @Test
  void parsesAVertex() {
    parse("type:Process id:1 name:root\\ process pid:10");
    assertThat(line.type).hasToString("Process");
    assertThat(line.id).hasToString("1");
    assertThat(line.isEdge()).isFalse();
    assertThat(value(0)).isEqualTo("name=root process");
    assertThat(value(1)).isEqualTo("pid=10");
    assertThat(line.count()).isEqualTo(2);
  }

  @Test
  void parsesEdgeWithReservedWordsInAnyOrderAndCase() {
    parse("operation:read TO:3 From:2 TYPE:Used");
    assertThat(line.type).hasToString("Used");
    assertThat(line.from).hasToString("2");
    assertThat(line.to).hasToString("3");
    assertThat(value(0)).isEqualTo("operation=read");
  }

  @Test
  void splitsWordAtFirstUnescapedColon() {
    parse("type:Artifact id:1 url:http://h:80/x command\\ line:a\\ -b\\:c");
    assertThat(value(0)).isEqualTo("url=http://h:80/x");
    assertThat(value(1)).isEqualTo("command line=a -b:c");
  }

  @Test
  void acceptsEscapesInKeysAndValues() {
    parse("type:A id:1 a\\:b\\ c:d\\\\e\\nf\\q\\");
    assertThat(value(0)).isEqualTo("a:b c=d\\e\nf\\q\\");
  }

  @Test
  void endsWordAtBlankAfterEscapedBackslash() {
    parse("a:x\\\\ b:y");
    assertThat(value(0)).isEqualTo("a=x\\");
    assertThat(value(1)).isEqualTo("b=y");
  }

  @Test
  void readsEscapesByRulesOfSpade() {
    parse(EscapeRules.SPADE, "a:C\\:\\new\\\\x y:\"q\\ r\" z:u\\\\ b");
    assertThat(value(0)).isEqualTo("a=C:\\new\\\\x");
    assertThat(value(1)).isEqualTo("y=\"q r\"");
    assertThat(value(2)).isEqualTo("z=u\\ b");
    assertThat(problem).isNull();
  }

  @Test
  void unquotesWordsWhoseQuoteClosesAtTheEnd() {
    parse("a:\"x y:z\" b:\"say \\\"hi\\\" \\\\\" c:\"open d:\"q\"r e:\"\"");
    assertThat(value(0)).isEqualTo("a=x y:z");
    assertThat(value(1)).isEqualTo("b=say \"hi\" \\");
    assertThat(line.find(java.util.List.of(Bytes.of("e")))).isNotNull();
  }

  @Test
  void treatsAnUnclosedQuoteLiterally() {
    parse("a:\"x b:y");
    assertThat(value(0)).isEqualTo("a=\"x");
    assertThat(value(1)).isEqualTo("b=y");
  }

  @Test
  void skipsSpareBlanksAndACarriageReturn() {
    parse("  type:Agent   id:u \r");
    assertThat(line.type).hasToString("Agent");
    assertThat(line.id).hasToString("u");
    parse("");
    assertThat(line.type.isEmpty()).isTrue();
  }

  @Test
  void usesTheLastOfRepeatedKeys() {
    parse("type:A id:1 id:2 k:a k:b");
    assertThat(line.id).hasToString("2");
    assertThat(line.find(java.util.List.of(Bytes.of("k")))).hasToString("b");
  }

  @Test
  void readsMillionDifferentKeysAndReusesRecentOnes() {
    LineParser parser = new LineParser(EscapeRules.FULL);
    for (int i = 0; i < 1_000_000; i++) {
      byte[] text = ("key" + i + ":v").getBytes(StandardCharsets.UTF_8);
      parser.parse(text, 0, text.length, line);
      if (!line.key(0).equals(Bytes.of("key" + i))) {
        assertThat(line.key(0)).hasToString("key" + i);
      }
    }
    byte[] text = "uid:1".getBytes(StandardCharsets.UTF_8);
    parser.parse(text, 0, text.length, line);
    Bytes first = line.key(0);
    parser.parse(text, 0, text.length, line);
    assertThat(line.key(0)).isSameAs(first);
  }

  @Test
  void keepsBytesThatAreNotUtf8() {
    parse("path:/caf\u00e9");
    assertThat(line.value(0).at(4)).isEqualTo((byte) 0xe9);
  }

  @Test
  void reportsProblem() {
    parse(EscapeRules.FULL, "type:A word id:1");
    assertThat(problem).contains("'word' has no colon");
    parse(EscapeRules.FULL, "type:A k:\0");
    assertThat(problem).contains("NUL");
    parse(EscapeRules.FULL, "k:v ".repeat(FeedLine.MAX_ANNOTATIONS + 1));
    assertThat(problem).contains("4096");
  }

  @Test
  void hasSameFingerprintForAnyOrderOfAnnotations() {
    parse("type:Process id:1 a:b c:d");
    long first = line.fingerprint();
    parse("c:d type:Process a:b id:2");
    assertThat(line.fingerprint()).isEqualTo(first);
    parse("type:Process id:1 a:d c:b");
    assertThat(line.fingerprint()).isNotEqualTo(first);
  }
}

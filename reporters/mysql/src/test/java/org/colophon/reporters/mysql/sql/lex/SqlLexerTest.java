// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlLexerTest {
  private static final SqlRules ANSI = SqlRules.MARIADB.withMode("ANSI_QUOTES");
  private static final SqlRules PLAIN = SqlRules.MARIADB.withMode("NO_BACKSLASH_ESCAPES");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "select a.select|SELECT:select WORD:a DOT:. WORD:select",
        "'it''s' 'a\\'b'|STRING:'it''s' STRING:'a\\'b'",
        "`a``b`.`c`|NAME:`a``b` DOT:. NAME:`c`",
        "x'0f' b'01' n'a' 0x1F 0b01|STRING:x'0f' STRING:b'01' STRING:n'a' NUMBER:0x1F NUMBER:0b01",
        "1 1.5 .5 1e5 1e+5 1.e2|NUMBER:1 NUMBER:1.5 NUMBER:.5 NUMBER:1e5 NUMBER:1e+5 NUMBER:1.e2",
        "1abc 0xg t.1 1e|WORD:1abc WORD:0xg WORD:t DOT:. WORD:1 WORD:1e",
        "@a @@global.x @'q r' u@`h`|VARIABLE:@a VARIABLE:@@global.x VARIABLE:@'q r' WORD:u VARIABLE:@`h`",
        "a -- b|WORD:a",
        "a --b|WORD:a SIGN:- SIGN:- WORD:b",
        "a # b|WORD:a",
        "a /* ' */ b|WORD:a WORD:b",
        "a /*! b */ c|WORD:a WORD:b WORD:c",
        "a /*!50001 b */ c|WORD:a WORD:b WORD:c",
        "a /*!80000 b */ c|WORD:a WORD:c",
        "a /*!80000 b /* d */ e */ c|WORD:a WORD:c",
        "a /*M!100100 b */ c|WORD:a WORD:b WORD:c",
        "a /*M!110100 b */ c|WORD:a WORD:c",
        "a */ c|WORD:a STAR:* SYMBOL:/ WORD:c",
        "a /*+ hint */ c|WORD:a WORD:c",
      })
  void splitsTextLikeServer(String text, String expected) {
    assertThat(tokens(text, SqlRules.MARIADB)).isEqualTo(expected);
  }

  @Test
  void treatsDoubleQuotesAsNamesInAnsiMode() {
    assertThat(tokens("\"a\\\" \"b\"\"c\"", ANSI)).isEqualTo("NAME:\"a\\\" NAME:\"b\"\"c\"");
  }

  @Test
  void treatsBackslashLiterallyIfModeRequiresIt() {
    assertThat(tokens("'a\\' x", PLAIN)).isEqualTo("STRING:'a\\' WORD:x");
  }

  @Test
  void skipsCommentsForOtherServers() {
    String text = "a /*M! b */ /*!80000 c */";
    assertThat(tokens(text, SqlRules.MYSQL)).isEqualTo("WORD:a WORD:c");
    assertThat(tokens(text, SqlRules.MARIADB)).isEqualTo("WORD:a WORD:b");
  }

  @Test
  void ignoresBackslashAsSecondByteInGbk() {
    byte[] text = {'\'', (byte) 0xbf, '\\', '\'', 'x'};
    assertThat(kinds(text, SqlRules.MARIADB.withCharset("gbk"))).containsExactly("STRING", "WORD");
    assertThat(kinds(text, SqlRules.MARIADB)).containsExactly("STRING");
  }

  @ParameterizedTest
  @CsvSource({"8360", "8340", "835c", "83838360"})
  void keepsNamesWholeIfSecondBytesLookLikeQuotes(String name) {
    byte[] text = HexFormat.of().parseHex("61" + name + "62" + "20" + "40" + name + "2c" + name);
    assertThat(kinds(text, SqlRules.MYSQL.withCharset("sjis")))
        .containsExactly("WORD", "VARIABLE", "COMMA", "WORD");
  }

  @Test
  void ignoresBackslashAsSecondByteInBig5() {
    byte[] text = HexFormat.of().parseHex("27815c27" + "2c27");
    assertThat(kinds(text, SqlRules.MYSQL.withCharset("big5"))).containsExactly("STRING");
    byte[] closed = HexFormat.of().parseHex("27a15c27" + "2c");
    assertThat(kinds(closed, SqlRules.MYSQL.withCharset("big5")))
        .containsExactly("STRING", "COMMA");
  }

  @Test
  void unquotesNamesWhoseSecondBytesLookLikeQuotes() {
    byte[] name = HexFormat.of().parseHex("60" + "8360" + "61" + "6060" + "60");
    SqlRules rules = SqlRules.MYSQL.withCharset("sjis");
    assertThat(QuotedText.name(name, 0, name.length, rules).toString()).isEqualTo("\u30c1a`");
    byte[] string = HexFormat.of().parseHex("27" + "835c" + "6e" + "5c6e" + "27");
    assertThat(QuotedText.string(string, 0, string.length, rules).toArray())
        .isEqualTo(HexFormat.of().parseHex("835c6e0a"));
  }

  @Test
  void reportsTextThatEndsWithinQuoteOrComment() {
    for (String text : List.of("'a", "`a", "/* a", "a '\\'", "/*! a", "/*!80000 a */ */ 'x")) {
      SqlLexer lexer = lexer(text.getBytes(StandardCharsets.UTF_8), SqlRules.MARIADB);
      while (lexer.next() != Term.END_OF_TEXT) {}
      assertThat(lexer.isUnterminated()).as(text).isTrue();
    }
  }

  @Test
  void countsIncompleteOpeningMarkAsInsideComment() {
    for (String text : List.of("/*", "/*!", "/*!5", "/*M", "/*M!", "/*!50000")) {
      TextScan scan = new TextScan();
      scan.reset(SqlRules.MARIADB);
      scan.feed(text.getBytes(StandardCharsets.UTF_8), 0, text.length());
      assertThat(scan.isInside()).as(text).isTrue();
    }
  }

  @Test
  void treatsNulAndStrayBytesOutsideQuotesAsSymbols() {
    assertThat(kinds(new byte[] {'a', 0, 'b', 1}, SqlRules.MARIADB))
        .containsExactly("WORD", "SYMBOL", "WORD", "SYMBOL");
  }

  private static String tokens(String text, SqlRules rules) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    SqlLexer lexer = lexer(bytes, rules);
    List<String> tokens = new ArrayList<>();
    for (Term term = lexer.next(); term != Term.END_OF_TEXT; term = lexer.next()) {
      int length = lexer.end() - lexer.start();
      tokens.add(term + ":" + new String(bytes, lexer.start(), length, StandardCharsets.UTF_8));
    }
    return String.join(" ", tokens);
  }

  private static List<String> kinds(byte[] text, SqlRules rules) {
    SqlLexer lexer = lexer(text, rules);
    List<String> kinds = new ArrayList<>();
    for (Term term = lexer.next(); term != Term.END_OF_TEXT; term = lexer.next()) {
      kinds.add(term.name());
    }
    return kinds;
  }

  private static SqlLexer lexer(byte[] text, SqlRules rules) {
    SqlLexer lexer = new SqlLexer();
    lexer.reset(text, 0, text.length, rules);
    return lexer;
  }
}

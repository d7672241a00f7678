// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.colophon.reporters.mysql.sql.lex.TextScan.Place;

class TextScanProperties {
  private static final SqlRules[] RULES = {
    SqlRules.MARIADB,
    SqlRules.MYSQL,
    SqlRules.MARIADB.withMode("ANSI_QUOTES,NO_BACKSLASH_ESCAPES"),
    SqlRules.MYSQL.withCharset("gbk"),
    SqlRules.MYSQL.withCharset("sjis"),
    SqlRules.MYSQL.withCharset("big5"),
  };

  @Property(tries = 5_000)
  void agreesWithLexerIfTextIsFedInPieces(
      @ForAll("hostile") byte[] text, @ForAll @IntRange(max = 5) int rules, @ForAll int cut) {
    SqlLexer lexer = new SqlLexer();
    lexer.reset(text, 0, text.length, RULES[rules]);
    int last = -1;
    for (Term term = lexer.next(); term != Term.END_OF_TEXT; term = lexer.next()) {
      assertThat(lexer.end()).isGreaterThan(lexer.start());
      assertThat(lexer.start()).isGreaterThanOrEqualTo(last);
      last = lexer.end();
    }
    TextScan scan = new TextScan();
    scan.reset(RULES[rules]);
    int middle = Math.floorMod(cut, text.length + 1);
    scan.feed(text, 0, middle);
    scan.feed(text, middle, text.length);
    // For the lexer, a line comment at the end of the text is complete; for the scan, it is open.
    boolean isInLineComment = scan.place() == Place.LINE_COMMENT;
    assertThat(scan.isInside()).isEqualTo(isInLineComment || lexer.isUnterminated());
  }

  @Property(tries = 1_000)
  void tokenizesArbitraryBytes(@ForAll byte[] text) {
    TokenBuffer tokens = new TokenBuffer();
    tokens.read(text, 0, text.length, SqlRules.MARIADB);
    assertThat(tokens.size()).isLessThanOrEqualTo(text.length);
  }

  @Provide
  Arbitrary<byte[]> hostile() {
    Arbitrary<Byte> bytes =
        Arbitraries.of(
            (byte) '\'',
            (byte) '"',
            (byte) '`',
            (byte) '\\',
            (byte) '-',
            (byte) '#',
            (byte) '/',
            (byte) '*',
            (byte) '!',
            (byte) 'M',
            (byte) '1',
            (byte) '9',
            (byte) '\n',
            (byte) ' ',
            (byte) 'n',
            (byte) 'x',
            (byte) 'e',
            (byte) '.',
            (byte) '@',
            (byte) 0xbf,
            (byte) 0x81,
            (byte) 0,
            (byte) 'a');
    return bytes.array(byte[].class).ofMaxSize(24);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.colophon.reporters.mysql.sql.lex.ClientCharset;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the effect of SET on the lexical rules of a session. */
class SessionSettingsTest {
  private SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
  private SqlSession session = analyzer.session();

  private boolean run(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    boolean isUnderstood = true;
    List<Statement> all = analyzer.analyze(session, bytes, 0, bytes.length).statements();
    for (Statement statement : all) {
      isUnderstood &= statement.isUnderstood();
      analyzer.apply(session, statement);
    }
    return isUnderstood;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set sql_mode = 'NO_BACKSLASH_ESCAPES'",
        "set @@sql_mode := 1048576",
        "set @m = 'NO_BACKSLASH_ESCAPES'; set sql_mode = @m",
        "set @M := 'no_backslash'; set sql_mode = concat(@m, '_escapes')",
        "set @m = ''; set @m = 'ANSI_QUOTES', @n = 'NO_BACKSLASH_ESCAPES', sql_mode = @m;"
            + "set sql_mode = @n",
        "set sql_mode = 'NO_BACKSLASH_ESCAPES';"
            + "set sql_mode = 'ANSI', @old = @@sql_mode; set sql_mode = @old",
        "set sql_mode = `NO_BACKSLASH_ESCAPES`",
        "set session sql_mode = (select concat(@@sql_mode, ',NO_BACKSLASH_ESCAPES'))",
        "set sql_mode = 'NO_BACKSLASH_ESCAPES';"
            + "set @old = @@sql_mode, sql_mode = ''; set sql_mode = ifnull(@old, '')",
        "set sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES';"
            + "set sql_mode = replace(@@session.sql_mode, 'ANSI_QUOTES', '')",
      })
  void tracksModeWithKnownValue(String text) {
    assertThat(run(text)).isTrue();
    assertThat(session.rules().isBackslashPlain()).isTrue();
    assertThat(session.rules().isAnsiQuotes()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"4, true", "262144, true", "8, false", "0, false"})
  void readsNumericModes(String number, boolean isAnsiQuotes) {
    assertThat(run("set sql_mode = " + number)).isTrue();
    assertThat(session.rules().isAnsiQuotes()).isEqualTo(isAnsiQuotes);
    assertThat(session.rules().isBackslashPlain()).isFalse();
  }

  @Test
  void evaluatesAllValuesBeforeFirstAssignment() {
    assertThat(run("set @m = ''; set @m = 'ANSI_QUOTES', sql_mode = @m")).isTrue();
    assertThat(session.rules()).isEqualTo(SqlRules.MARIADB);
    assertThat(run("set @n = 'ANSI', sql_mode = @n")).isFalse();
    assertThat(session.rules()).isEqualTo(SqlRules.MARIADB);
  }

  @Test
  void acceptsQuotedNamesAsText() {
    assertThat(run("set sql_mode = 'ANSI'; set sql_mode = \"ANSI,TRADITIONAL\"")).isTrue();
    assertThat(session.rules().isAnsiQuotes()).isTrue();
    assertThat(run("set names `gbk`")).isTrue();
    assertThat(session.rules().charset().pairs()).isEqualTo(ClientCharset.Pairs.CHINESE);
  }

  @ParameterizedTest
  @CsvSource({
    "1, TAIWANESE",
    "84, TAIWANESE",
    "13, JAPANESE",
    "96, JAPANESE",
    "28, CHINESE",
    "1111, CHINESE",
    "248, CHINESE",
    "45, NONE"
  })
  void readsNumericCollations(String number, ClientCharset.Pairs pairs) {
    assertThat(run("set character_set_client = " + number)).isTrue();
    assertThat(session.rules().charset().pairs()).isEqualTo(pairs);
  }

  @Test
  @Timeout(10)
  void tracksManyAssignmentsInBoundedTime() {
    String[] each = new String[100_000];
    Arrays.setAll(each, i -> "@v" + i + "=1");
    assertThat(run("set sql_mode = 'ANSI', " + String.join(",", each))).isTrue();
    assertThat(session.rules().isAnsiQuotes()).isTrue();
    for (int i = 0; i < 9_000; i++) {
      run("create temporary table t" + i + " (a int)");
    }
    assertThat(run("set names gbk;".repeat(50_000))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set sql_mode = @m",
        "set sql_mode = 4.5",
        "set @m = 'ANSI'; get diagnostics condition 1 @m = message_text; set sql_mode = @m",
        "set @m = 'ANSI'; load data infile 'f' into table t character set utf8 (a, @m) set b = 1;"
            + "set sql_mode = @m",
        "set sql_mode = (select m from t)",
        "set sql_mode = lower('ANSI')",
        "set names @c",
        "set @m = 'ANSI'; select 'x' into @m; set sql_mode = @m",
        "set @m = 'ANSI'; call p(); set sql_mode = @m",
      })
  void reportsUncertaintyIfModeIsUnknown(String text) {
    run("set sql_mode = 'NO_BACKSLASH_ESCAPES'");
    assertThat(run(text)).isFalse();
    assertThat(session.rules()).isEqualTo(SqlRules.MARIADB.withMode("NO_BACKSLASH_ESCAPES"));
  }

  @Test
  void forgetsVariablesAfterBlock() {
    run("set @m = 'ANSI'");
    run("begin not atomic set @m = ''; end");
    assertThat(run("set sql_mode = @m")).isFalse();
  }

  @Test
  void restoresServerSettingsOnDefault() {
    SqlRules rules = SqlRules.MARIADB.withMode("ANSI_QUOTES").withCharset("gbk");
    analyzer = new SqlAnalyzer(new SqlOptions(rules, NameCase.DISTINCT, 1024, 1 << 20));
    session = analyzer.session();
    assertThat(run("set sql_mode = '', names utf8mb4 collate utf8mb4_bin")).isTrue();
    assertThat(session.rules()).isEqualTo(SqlRules.MARIADB);
    assertThat(run("set sql_mode = default, names default")).isTrue();
    assertThat(session.rules()).isEqualTo(rules);
    assertThat(run("set sql_mode = ''; set sql_mode = @@global.sql_mode")).isTrue();
    assertThat(session.rules()).isEqualTo(rules);
  }

  @Test
  void tracksCharsetThatDumpRestores() {
    assertThat(run("set names sjis; set @c = @@character_set_client, names utf8")).isTrue();
    assertThat(session.rules().charset()).isEqualTo(ClientCharset.UTF8);
    assertThat(run("set character_set_client = @c")).isTrue();
    assertThat(session.rules().charset().pairs()).isEqualTo(ClientCharset.Pairs.JAPANESE);
  }
}

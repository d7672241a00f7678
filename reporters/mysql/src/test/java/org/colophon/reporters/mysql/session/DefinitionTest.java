package org.colophon.reporters.mysql.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of the server's own DROPs belongs to a definition that failed. */
class DefinitionTest {
  private static final String REASON = "/* Generated to handle failed CREATE OR REPLACE */";

  private static Definition definition(String text, boolean replaces) {
    SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
    byte[] bytes = Bytes.of(text).toArray();
    Statement statement =
        analyzer.analyze(analyzer.session(), bytes, 0, bytes.length).statements().get(0);
    return new Definition(
        1,
        Touches.ofText(statement),
        statement,
        new Told(0, -1, "", replaces),
        Bytes.of(text),
        0,
        "CREATE");
  }

  private static boolean isDropped(Definition definition, String names) {
    return definition.isDropped(Bytes.of("DROP TABLE IF EXISTS " + names + REASON));
  }

  @ParameterizedTest
  @ValueSource(strings = {"`d`.`t`", "`t`", "`D`.`T` ", "\"d\".\"t\"", "d.t", "d.`t`"})
  void shouldTakeADropForItsOwnWhenItNamesTheTable(String names) {
    assertThat(isDropped(definition("create or replace table d.t (i int)", true), names)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"`d`.`t2`", "`d`.`at`", "`t`.`x`", "`e`.`t`", "`d`.`a.``t`", ""})
  void shouldTakeNoDropForItsOwnWhenItNamesAnotherTable(String names) {
    assertThat(isDropped(definition("create or replace table d.t (i int)", true), names)).isFalse();
  }

  @Test
  void shouldKnowTheTableWhenItsNameHoldsQuotes() {
    Definition definition = definition("create or replace table d.`a``b` (i int)", true);
    assertThat(isDropped(definition, "`d`.`a``b`")).isTrue();
  }

  @Test
  void shouldTakeNoDropForItsOwnWhenItReplacesNothing() {
    assertThat(isDropped(definition("create table d.t (i int)", false), "`d`.`t`")).isFalse();
  }
}

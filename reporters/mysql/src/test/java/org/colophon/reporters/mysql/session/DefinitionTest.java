package org.colophon.reporters.mysql.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
    Statement statement = statement(text);
    return definition(text, statement, Touches.ofText(statement), replaces);
  }

  private static Statement statement(String text) {
    SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
    byte[] bytes = Bytes.of(text).toArray();
    return analyzer.analyze(analyzer.session(), bytes, 0, bytes.length).statements().get(0);
  }

  private static Definition definition(
      String text, Statement statement, List<Touch> touches, boolean replaces) {
    Told told = new Told(0, -1, "", replaces);
    return new Definition(1, touches, statement, told, Bytes.of(text), 0, "CREATE");
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

  /** Of one that failed only what is gone is left. */
  @Test
  void shouldTakeNoDropForItsOwnWhenNoTableIsGone() {
    String text = "create or replace table d.t (i int)";
    Definition definition = definition(text, statement(text), List.of(), true);
    assertThat(isDropped(definition, "`d`.`other`")).isFalse();
  }
}

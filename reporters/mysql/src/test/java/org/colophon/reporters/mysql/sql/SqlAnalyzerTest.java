// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.Rename;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlAnalyzerTest {
  private static final int LARGE = 8 << 20;
  private static final int MANY = 100_000;

  private final SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
  private final SqlSession session = analyzer.session();

  @Test
  void sharesAnalysisIfOnlyLiteralsDiffer() {
    Analysis first = analyze("SELECT * FROM t WHERE a = 1");
    assertThat(analyze("select  * FROM t WHERE a = 'x'")).isSameAs(first);
  }

  @Test
  void distinguishesDotsInTextFromOmittedValues() {
    Analysis listed = analyze("SELECT * FROM t WHERE a IN (1, 2)");
    assertThat(analyze("SELECT * FROM t WHERE a IN (1....)").template())
        .isNotEqualTo(listed.template());
    assertThat(analyze("SELECT * FROM t WHERE a IN (1 ...)").template())
        .isNotEqualTo(listed.template());
  }

  @Test
  void separatesAnalysesOfDifferentDatabases() {
    session.database(Bytes.of("a"));
    assertThat(reads("SELECT * FROM t")).containsExactly("a.t");
    session.database(Bytes.of("b"));
    assertThat(reads("SELECT * FROM t")).containsExactly("b.t");
  }

  @Test
  void keepsNamesUnqualifiedIfDatabaseIsUnknown() {
    assertThat(reads("SELECT * FROM t JOIN x.u")).containsExactly("t", "x.u");
  }

  @Test
  void appliesUseWithinMultiStatement() {
    session.database(Bytes.of("a"));
    List<Statement> found = analyze("SELECT * FROM t; USE b; SELECT * FROM t").statements();
    assertThat(found.get(0).reads()).containsExactly(TableName.of("a.t"));
    assertThat(found.get(2).reads()).containsExactly(TableName.of("b.t"));
    assertThat(session.database()).isEqualTo(Bytes.of("a"));
  }

  @Test
  void expandsEachNestedViewOnce() {
    for (int i = 1; i < 16; i++) {
      StringBuilder bases = new StringBuilder();
      for (int j = 0; j < 20; j++) {
        bases.append(j == 0 ? "" : ", ").append("d.v").append(i - 1).append('_').append(j);
      }
      for (int j = 0; j < 20; j++) {
        String view = "CREATE VIEW d.v" + i + "_" + j + " AS SELECT * FROM " + bases;
        analyze(view).statements().forEach(one -> analyzer.apply(session, one));
      }
    }
    assertThat(reads("SELECT * FROM d.v15_0")).hasSize(20);
  }

  @Test
  void foldsCaseOfNamesLikeServer() {
    SqlAnalyzer folding =
        new SqlAnalyzer(new SqlOptions(SqlRules.MYSQL, NameCase.FOLDED, 1024, 1 << 20));
    byte[] text = bytes("WITH C AS (SELECT 1) UPDATE Db.TÄ x JOIN c SET X.a = 1");
    assertThat(
            folding.analyze(folding.session(), text, 0, text.length).statements().get(0).writes())
        .containsExactly(TableName.of("db.tä"));
  }

  @Test
  void deletesFromTableNamedHistoryOnMySql() {
    SqlAnalyzer mysql = new SqlAnalyzer(SqlOptions.MYSQL);
    byte[] text = bytes("DELETE history FROM history JOIN users USING (id)");
    Statement statement = mysql.analyze(mysql.session(), text, 0, text.length).statements().get(0);
    assertThat(statement.writes()).containsExactly(TableName.of("history"));
    assertThat(statement.reads()).containsExactly(TableName.of("users"));
  }

  @ParameterizedTest
  @CsvSource({
    "SET ROLE NONE, NONE",
    "SET ROLE admin, NONE",
    "SET DEFAULT ROLE NONE, IMPLICIT_COMMIT",
    "SET PASSWORD = 'x', IMPLICIT_COMMIT"
  })
  void commitsOnSetStatementsThatCommitOnServer(String text, TransactionEffect effect) {
    Statement statement = analyze(text).statements().get(0);
    assertThat(statement.kind()).isEqualTo(StatementKind.ACCOUNT);
    assertThat(statement.transaction()).isEqualTo(effect);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create trigger tr before insert on t for each row if not exists (select 1 from u) then"
            + " insert into u values (1); insert into v values (2); end if",
        "create procedure if not exists p() while not done do insert into u values (1); insert"
            + " into v values (2); end while",
        "create procedure p() case not a when b then insert into u values (1); insert into v"
            + " values (2); end case",
        "create package body if not exists o begin set @a = 1; insert into v values (2); end"
      })
  void treatsRoutineWithSemicolonsAsOneStatement(String text) {
    List<Statement> statements = analyze(text).statements();
    assertThat(statements).hasSize(1);
    assertThat(statements.get(0).body()).extracting(TableUse::name).contains(TableName.of("v"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create procedure if not exists p() insert into u values (1); insert into v values (2)",
        "create function if not exists f() returns int return 1; insert into v values (2)",
        "create table if not exists t (i int); insert into v values (2)"
      })
  void endsRoutineOfOneStatementAtSemicolon(String text) {
    assertThat(analyze(text).statements()).hasSize(2);
  }

  @Test
  @Timeout(20)
  void resolvesEachProcedureOnceInRecursion() {
    for (int i = 0; i < MANY / 10; i++) {
      run("CREATE PROCEDURE d.p" + i + "() BEGIN CALL p" + (i + 1) + "(); CALL p0(); END");
    }
    run("CREATE PROCEDURE d.p5() INSERT INTO t VALUES (1)");
    assertThat(analyze("CALL d.p0()").statements().get(0).writes())
        .containsExactly(TableName.of("d.t"));
    run("CREATE PROCEDURE d.p5() CALL p6()");
    run("CREATE PROCEDURE d.p" + MANY / 10 + "() INSERT INTO t VALUES (1)");
    analyze("CALL d.p0()");
    assertThat(analyze("CALL d.p" + (MANY / 10 - 5) + "()").statements().get(0).writes())
        .containsExactly(TableName.of("d.t"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DROP TEMPORARY TABLE pile", "DROP TABLE pile", "CALL clear()"})
  void forgetsTemporaryTableThatCallerDrops(String drop) {
    run("CREATE PROCEDURE d.gather() CREATE TEMPORARY TABLE pile AS SELECT a FROM t");
    run("CREATE PROCEDURE d.clear() DROP TEMPORARY TABLE pile");
    run("CREATE PROCEDURE d.a() BEGIN CALL gather(); INSERT INTO u SELECT 1; " + drop + "; END");
    run("CALL d.a()");
    assertThat(session.isTemporary(TableName.of("d.pile"))).isFalse();
    run("CREATE PROCEDURE d.b() BEGIN DROP TEMPORARY TABLE IF EXISTS pile; CALL gather(); END");
    run("CALL d.b()");
    assertThat(session.isTemporary(TableName.of("d.pile"))).isTrue();
  }

  @Test
  void boundsMemoryIfTemplatesNeverRepeat() {
    SqlAnalyzer small =
        new SqlAnalyzer(new SqlOptions(SqlRules.MARIADB, NameCase.DISTINCT, 64, 10_000));
    SqlSession one = small.session();
    for (int i = 0; i < 10_000; i++) {
      byte[] text = bytes("SELECT * FROM t" + i);
      assertThat(small.analyze(one, text, 0, text.length).statements().get(0).reads())
          .containsExactly(TableName.of("t" + i));
    }
  }

  @Test
  void learnsDefinitionsFromSchema() {
    SchemaScript.learn(
        analyzer,
        bytes(
            "USE `d`;\nDROP TABLE IF EXISTS `t`;\n/*!40101 SET x = 1 */;\n"
                + "CREATE TABLE `t` (`A` int, b text, PRIMARY KEY (`A`));\n"
                + "CREATE VIEW v AS SELECT a FROM t;\nDELIMITER ;;\n"
                + "CREATE PROCEDURE p() BEGIN DELETE FROM t; DELETE FROM u; END ;;\nDELIMITER ;\n"
                + "CREATE TABLE u (c int);"));
    assertThat(reads("SELECT * FROM d.v")).containsExactly("d.t");
    assertThat(analyze("CALL d.p()").statements().get(0).writes())
        .containsExactly(TableName.of("d.t"), TableName.of("d.u"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "((SELECT ",
        "'",
        "/* ",
        "a,",
        "1+",
        "x.",
        "-",
        "SELECT * FROM (",
        ";",
        "`",
        "@",
        "WITH a AS (",
        "CASE WHEN ",
        "BEGIN ",
        "/*! ",
        "() ",
        "VALUES (1),(",
        "SET STATEMENT a=1 FOR ",
        "CREATE PROCEDURE p() ",
        "EXPLAIN ",
        "IF a THEN ",
        "CALL p(("
      })
  void takesLinearTimeForHugeText(String piece) {
    byte[] unit = bytes(piece);
    byte[] text = new byte[1 << 19];
    for (int i = 0; i < text.length; i++) {
      text[i] = unit[i % unit.length];
    }
    Analysis analysis = analyzer.analyze(session, text, 0, text.length);
    assertThat(analysis.statements()).isNotEmpty();
    assertThat(analyzer.literalText()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SET @", "SET @@", "SELECT @", "CALL p(@", "EXECUTE s USING @, @"})
  void analyzesTextThatEndsWithinVariable(String text) {
    assertThat(analyze(text).statements()).hasSize(1);
  }

  @Test
  void analyzesInsertOfManyRows() {
    session.database(Bytes.of("d"));
    byte[] head = bytes("INSERT INTO t VALUES (1,'a'");
    byte[] row = bytes("),(2,'b''\\'),(3','c\"'");
    byte[] text = Arrays.copyOf(head, LARGE);
    int at = head.length;
    for (; at + row.length + 1 < LARGE; at += row.length) {
      System.arraycopy(row, 0, text, at, row.length);
    }
    text[at] = ')';
    Analysis analysis = analyzer.analyze(session, text, 0, at + 1);
    assertThat(analysis.statements().get(0).isUnderstood()).isTrue();
    assertThat(analysis.template()).isEqualTo(Bytes.of("INSERT INTO t VALUES (? ...) ..."));
  }

  @Test
  void analyzesLargeLiteral() {
    byte[] text = new byte[LARGE];
    Arrays.fill(text, (byte) 'x');
    byte[] head = bytes("INSERT INTO t VALUES ('");
    System.arraycopy(head, 0, text, 0, head.length);
    text[LARGE - 2] = '\'';
    text[LARGE - 1] = ')';
    assertThat(analyzer.analyze(session, text, 0, LARGE).template())
        .isEqualTo(Bytes.of("INSERT INTO t VALUES (?)"));
  }

  @Test
  void truncatesTemplateOfLongInvalidText() {
    assertThat(analyze("FOO " + "select ".repeat(100_000)).template().length()).isEqualTo(1 << 16);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO log VALUES (NEW.id)",
        "insert into log values (1), (old.id)",
        "SET @total = @total + New.amount"
      })
  void recognizesTriggeredStatementsByNewOrOldRows(String text) {
    analyze(text);
    assertThat(analyzer.namesTriggerRows()).isTrue();
    analyze("SELECT 1");
    assertThat(analyzer.namesTriggerRows()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO news VALUES ('all new. and old.')",
        "SELECT d.new.id, renew.id, newer.id FROM d.new",
        "SELECT 1 -- as NEW.id",
        "UPDATE t SET new = 1"
      })
  void ignoresSimilarNamesOutsideTriggers(String text) {
    analyze(text);
    assertThat(analyzer.namesTriggerRows()).isFalse();
  }

  @Test
  @Timeout(20)
  void resolvesManyRenamesOfOneStatement() {
    run("CREATE TEMPORARY TABLE d.t0 (i INT)");
    StringBuilder text = new StringBuilder("RENAME TABLE d.a TO d.b");
    for (int i = 0; i < MANY; i++) {
      text.append(", d.t").append(i).append(" TO d.t").append(i + 1);
    }
    Statement statement = run(text.toString());
    assertThat(statement.renames()).hasSize(MANY + 1);
    assertThat(statement.renames().get(0).isTemporary()).isFalse();
    assertThat(statement.renames().subList(1, MANY + 1)).allMatch(Rename::isTemporary);
    assertThat(session.isTemporary(TableName.of("d.t" + MANY))).isTrue();
    assertThat(session.isTemporary(TableName.of("d.t0"))).isFalse();
  }

  @Test
  void returnsEmptyAnalysisForEmptyText() {
    assertThat(analyze("").statements().get(0).kind()).isEqualTo(StatementKind.EMPTY);
    assertThat(analyze("/* x */").statements().get(0).kind()).isEqualTo(StatementKind.EMPTY);
  }

  @Test
  void reportsUncertaintyForTextThatIsNotSql() {
    assertThat(analyze("FOO").statements().get(0).isUnderstood()).isFalse();
  }

  private List<String> reads(String text) {
    return analyze(text).statements().get(0).reads().stream().map(TableName::toString).toList();
  }

  private Statement run(String text) {
    Statement statement = analyze(text).statements().get(0);
    analyzer.apply(session, statement);
    return statement;
  }

  private Analysis analyze(String text) {
    byte[] bytes = bytes(text);
    return analyzer.analyze(session, bytes, 0, bytes.length);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

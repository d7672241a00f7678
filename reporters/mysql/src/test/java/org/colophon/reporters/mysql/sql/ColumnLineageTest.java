package org.colophon.reporters.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Flows are written {@code column<column,...}, with = for a copy, ' for a literal, * for a star.
 */
class ColumnLineageTest {
  private final SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
  private final SqlSession session = analyzer.session();

  @BeforeEach
  void defineTables() {
    session.database(Bytes.of("d"));
    SchemaScript.learn(
        analyzer,
        "USE d; CREATE TABLE k (id INT, a INT, b INT); CREATE TABLE m (id INT, x INT, y INT)"
            .getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "INSERT INTO t (p, q) SELECT a, b + 1 FROM k|t.p=k.a t.q<k.b",
        "INSERT INTO t (p, q, r) SELECT a, 5, now() FROM k|t.p=k.a t.q' t.r'",
        "INSERT INTO k SELECT * FROM m|k.id=m.id k.a=m.x k.b=m.y",
        "INSERT INTO k SELECT u.* FROM u|k.**u.*",
        "INSERT INTO k (a, b, id) SELECT u.*, m.x FROM u JOIN m|k.**u.* k.id=m.x",
        "INSERT INTO t (p) SELECT z FROM u, v|t.p=?u.z,?v.z",
        "INSERT INTO t (p) SELECT x FROM u, m|t.p=m.x",
        "INSERT INTO t (p, q) SELECT u.z, v.z FROM u, other.w v|t.p=u.z t.q=other.w.z",
        "INSERT INTO t (p) SELECT s FROM (SELECT a + b AS s FROM k) q|t.p<k.a,k.b",
        "INSERT INTO t (p) WITH c (n) AS (SELECT a FROM k) SELECT n FROM c|t.p=k.a",
        "INSERT INTO t (p) SELECT a FROM k UNION SELECT x FROM m|t.p=k.a,m.x",
        "INSERT INTO t (p) SELECT (SELECT max(x) FROM m WHERE m.id = k.id) FROM k|t.p<m.x",
        "INSERT INTO t (p) SELECT CASE WHEN a > 1 THEN b ELSE 'z' END FROM k|t.p<k.a,k.b",
        "INSERT INTO t (p) SELECT `a` FROM `k` /*! WHERE b */ LIMIT 1,2|t.p=k.a",
        "REPLACE INTO t (p) SELECT a FROM k|t.p=k.a",
        "INSERT INTO t (p) SELECT a FROM k ON DUPLICATE KEY UPDATE q = k.b|t.p=k.a t.q=k.b",
        "INSERT INTO t (p) SELECT a FROM k ON DUPLICATE KEY UPDATE q = VALUES(p)|t.p=k.a t.q<k.a",
        "INSERT INTO t (p) VALUES (1) ON DUPLICATE KEY UPDATE p = (SELECT max(x) FROM m)|t.p<m.x",
        "INSERT INTO k (a) SELECT x FROM m ON DUPLICATE KEY UPDATE b = k.b + VALUES(a)|k.a=m.x"
            + " k.b<k.b,m.x",
        "CREATE TABLE n AS SELECT a, b AS c, 1 AS one FROM k|n.a=k.a n.c=k.b n.one'",
        "CREATE TABLE n SELECT * FROM m|n.id=m.id n.x=m.x n.y=m.y",
        "UPDATE k JOIN m ON k.id = m.id SET k.a = m.x, k.b = k.b + m.y|k.a=m.x k.b<k.b,m.y",
        "UPDATE k, m SET a = y|k.a=m.y",
        "UPDATE k SET a = (SELECT max(x) FROM m)|k.a<m.x",
        "UPDATE k z JOIN (SELECT id, sum(x) s FROM m GROUP BY id) q USING (id) SET z.a ="
            + " q.s|k.a<m.x",
        "INSERT INTO t (p, q, r, s, u) SELECT * FROM k JOIN m USING (id)|t.p=k.id t.q=k.a t.r=k.b"
            + " t.s=m.x t.u=m.y",
        "INSERT INTO t (p, q, r, s, u) SELECT * FROM k NATURAL RIGHT JOIN m|t.p=m.id t.q=m.x t.r=m.y"
            + " t.s=k.a t.u=k.b",
        "INSERT INTO t (p) SELECT id FROM k RIGHT JOIN m USING (id)|t.p=m.id",
        "INSERT INTO t (p, q, r) SELECT * FROM u JOIN m USING (id)|t.p=u.id t.**u.* t.q=m.x t.r=m.y",
        "INSERT INTO t (p, q) SELECT * FROM u NATURAL JOIN m|t.**?u.*,?m.*",
        "INSERT INTO t (p, q) WITH c (z, w) AS (SELECT * FROM u) SELECT w, z FROM c|t.p=u.* t.q=u.*",
        "INSERT INTO t (p, q, r) SELECT u.*, 1 FROM u UNION SELECT id, a, b FROM k|t.p=u.*,k.id"
            + " t.q=u.*,k.a t.r<k.b",
        "INSERT INTO t (p, q) SELECT u.*, 1 FROM u UNION SELECT v.* FROM v|t.**?u.*,?v.*",
        "INSERT INTO t (p) SELECT w FROM (SELECT a FROM k UNION SELECT x FROM m) q (w)|t.p=k.a,m.x",
        "INSERT INTO t (p) SELECT q.s FROM k, LATERAL (SELECT m.x + k.b AS s FROM m) q|t.p<m.x,k.b",
        "INSERT INTO t (p) SELECT j.z FROM k, JSON_TABLE(k.a, '$' COLUMNS(z INT PATH '$')) j|t.p<k.a",
        "INSERT INTO t (p, q) VALUES (1, (SELECT a FROM k)), (2, (SELECT x FROM m))|t.p'"
            + " t.q<k.a,m.x",
        "INSERT INTO t SET p = (SELECT a FROM k)|t.p<k.a",
        "REPLACE INTO t SET p = (SELECT a FROM k)|t.p<k.a",
        "INSERT INTO t SELECT * FROM u ON DUPLICATE KEY UPDATE p = VALUES(p)|t.**u.* t.p<u.*",
        "UPDATE k, u SET a = z|k.a=u.z",
        "INSERT INTO t (p) SELECT timestampadd(MINUTE, z, y) FROM u|t.p<u.z,u.y",
        "INSERT INTO t (p) WITH RECURSIVE c AS (SELECT id, a, b FROM k UNION ALL SELECT a, b, id FROM"
            + " c) SELECT id FROM c|t.p=k.id,k.a,k.b",
        "CREATE OR REPLACE TABLE n AS SELECT a FROM k|n.a=k.a",
        "CREATE TABLE n AS WITH c AS (SELECT a FROM k) SELECT * FROM c|n.a=k.a",
      })
  void followsColumnsWhenStatementMovesThem(String text, String expected) {
    assertThat(flows(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t (p) VALUES (1)",
        "SELECT a FROM k",
        "UPDATE k SET a = 1",
        "DELETE FROM k"
      })
  void reportsNothingWhenNoColumnsMove(String text) {
    analyze(text);
    assertThat(analyzer.columns(0)).isEqualTo(Bytes.EMPTY);
  }

  @Test
  void findsNoColumnsWhenParserRefusesStatement() {
    analyze("INSERT INTO t SELECT FROM WHERE FROM k");
    assertThat(analyzer.columns(0)).isEqualTo(Bytes.EMPTY);
  }

  @Test
  void stopsWhenQueriesAreRecursive() {
    StringBuilder query = new StringBuilder("SELECT a FROM k");
    for (int i = 0; i < 100; i++) {
      query.insert(0, "WITH RECURSIVE c AS (SELECT a FROM (").append(") x) SELECT a FROM c");
    }
    analyze("INSERT INTO t (p) " + query);
    assertThat(analyzer.columns(0)).isEqualTo(Bytes.EMPTY);
  }

  @Test
  void answersWhenExpressionsNestDeeply() {
    String deep = "(".repeat(1_500) + "a" + ")".repeat(1_500);
    analyze("INSERT INTO t (p) SELECT " + deep + " FROM k");
    assertThatCode(() -> analyzer.columns(0)).doesNotThrowAnyException();
  }

  @Test
  void asksOnceWhenTemplateRepeats() {
    analyze("INSERT INTO t (p) SELECT a FROM k WHERE b = 1");
    Bytes first = analyzer.columns(0);
    analyze("INSERT INTO t (p) SELECT a FROM k WHERE b = 2");
    assertThat(analyzer.columns(0)).isSameAs(first);
  }

  @Test
  void asksAgainWhenColumnsBecomeKnown() {
    analyze("INSERT INTO k SELECT * FROM u");
    Bytes before = analyzer.columns(0);
    SchemaScript.learn(
        analyzer, "CREATE TABLE d.u (e INT, f INT)".getBytes(StandardCharsets.UTF_8));
    analyze("INSERT INTO k SELECT * FROM u");
    assertThat(analyzer.columns(0)).isNotEqualTo(before);
    assertThat(analyzer.columns(0).toString()).contains("\"f\"");
  }

  @Test
  void knowsColumnsWhenTableWasMadeFromQuery() {
    apply("CREATE TABLE n (z INT) AS SELECT a, b AS c FROM k");
    assertThat(flows("INSERT INTO t (p, q, r) SELECT * FROM n"))
        .isEqualTo("t.p=n.z t.q=n.a t.r=n.c");
    apply("CREATE TABLE o AS SELECT n.*, x FROM n, m");
    assertThat(flows("INSERT INTO o SELECT id, a, b, x FROM k, m"))
        .isEqualTo("o.z=k.id o.a=k.a o.c=k.b o.x=m.x");
  }

  @Test
  void ignoresColumnsOfATableHiddenByATemporaryOne() {
    apply("CREATE TEMPORARY TABLE k (z INT)");
    assertThat(flows("INSERT INTO t (p) SELECT * FROM k")).isEqualTo("t.**k.*");
    assertThat(flows("INSERT INTO k SELECT x FROM m")).isEqualTo("k.*=m.x");
    apply("DROP TABLE k");
    assertThat(flows("INSERT INTO t (p, q, r) SELECT * FROM k"))
        .isEqualTo("t.p=k.id t.q=k.a t.r=k.b");
  }

  @Test
  void doesNotGuessUnknownColumnsOfAQuery() {
    apply("CREATE TABLE n AS SELECT u.*, 1 AS one FROM u");
    assertThat(flows("INSERT INTO t (p) SELECT * FROM n")).isEqualTo("t.**n.*");
  }

  private void apply(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    analyzer
        .analyze(session, bytes, 0, bytes.length)
        .statements()
        .forEach(statement -> analyzer.apply(session, statement));
  }

  @Test
  void namesTheColumnsOfEachMultiStatement() {
    analyze(";SELECT 1; INSERT INTO t (p) SELECT a FROM k; INSERT INTO t (q) SELECT b FROM k");
    assertThat(analyzer.columns(1).toString()).contains("\"p\"").doesNotContain("\"q\"");
    assertThat(analyzer.columns(2).toString()).contains("\"q\"").doesNotContain("\"p\"");
  }

  @Test
  void readsAnsiNamesWhenModeIsAnsi() {
    session.sqlMode("ANSI_QUOTES");
    assertThat(flows("INSERT INTO \"t\" (\"p\") SELECT \"a\" FROM \"k\"")).isEqualTo("t.p=k.a");
  }

  private String flows(String text) {
    analyze(text);
    return brief(analyzer.columns(0).toString());
  }

  /** Short form of the JSON, as in the expectations. */
  private static String brief(String json) {
    StringBuilder brief = new StringBuilder();
    List<String> flows = List.of(json.split("\\{\"table\":(?=[^}]*\"how\")"));
    for (String flow : flows.subList(1, flows.size())) {
      String[] parts = flow.split("\"how\":\"|\",\"from\":\\[");
      String how =
          switch (parts[1]) {
            case "copy" -> "=";
            case "literal" -> "'";
            case "star" -> "*";
            default -> "<";
          };
      String sources =
          parts[2]
              .replaceAll(
                  "\\{\"table\":\"([^\"]*)\",\"column\":\"([^\"]*)\",\"certain\":false\\}",
                  "?$1.$2")
              .replaceAll("\\{\"table\":\"([^\"]*)\",\"column\":\"([^\"]*)\"\\}", "$1.$2")
              .replaceAll("[\\]}]+,?$", "");
      String target = parts[0].replaceAll("\"(.*)\",\"column\":\"(.*)\",", "$1.$2");
      brief.append(brief.length() > 0 ? " " : "").append(target).append(how).append(sources);
    }
    return brief.toString().replaceAll("\\bd\\.", "");
  }

  private void analyze(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    analyzer.analyze(session, bytes, 0, bytes.length);
  }
}

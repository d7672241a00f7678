// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests tables that statements use through views and functions. */
class ReachedTablesTest {
  private final SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
  private final SqlSession session = analyzer.session();

  @BeforeEach
  void use() {
    run("USE d");
  }

  private Statement analyze(String text) {
    byte[] bytes = Bytes.of(text).toArray();
    return analyzer.analyze(session, bytes, 0, bytes.length).statements().get(0);
  }

  private void run(String... texts) {
    for (String text : texts) {
      analyzer.apply(session, analyze(text));
    }
  }

  private Set<String> reads(String text) {
    return analyze(text).reads().stream().map(Object::toString).collect(Collectors.toSet());
  }

  private Set<String> writes(String text) {
    return analyze(text).writes().stream().map(Object::toString).collect(Collectors.toSet());
  }

  @Test
  void keepsExistingViewOnCreateIfNotExists() {
    run("CREATE VIEW v AS SELECT * FROM a", "CREATE VIEW IF NOT EXISTS v AS SELECT * FROM b");
    run("CREATE VIEW IF NOT EXISTS w AS SELECT * FROM c");
    assertThat(reads("SELECT * FROM v JOIN w")).containsExactlyInAnyOrder("d.a", "d.c");
  }

  @Test
  void readsTablesOfBothDefinitionsIfSecondMayHaveFailed() {
    run("CREATE VIEW v AS SELECT * FROM a");
    analyzer.applyUncertain(session, analyze("CREATE VIEW v AS SELECT * FROM b"));
    assertThat(reads("SELECT * FROM v")).containsExactlyInAnyOrder("d.a", "d.b");
  }

  @Test
  void readsTablesOfFunctionsInView() {
    run("CREATE FUNCTION f() RETURNS int RETURN (SELECT max(a) FROM t)");
    run("CREATE VIEW v AS SELECT f()", "CREATE VIEW w AS SELECT * FROM v");
    assertThat(reads("SELECT * FROM w")).containsExactly("d.t");
  }

  @Test
  void reportsUncertaintyOfTooDeeplyNestedViews() {
    run("CREATE VIEW v0 AS SELECT * FROM t");
    for (int i = 1; i < 20; i++) {
      run("CREATE VIEW v" + i + " AS SELECT * FROM v" + (i - 1));
    }
    assertThat(analyze("SELECT * FROM v10").isUnderstood()).isTrue();
    assertThat(analyze("SELECT * FROM v19").isUnderstood()).isFalse();
  }

  @Test
  void reportsUncertaintyIfDatabaseIsUnknown() {
    session.database(Bytes.EMPTY);
    assertThat(analyze("INSERT INTO u SELECT * FROM d.a").isUnderstood()).isFalse();
    assertThat(analyze("INSERT INTO d.u SELECT * FROM d.a").isUnderstood()).isTrue();
    assertThat(analyze("SELECT 1").isUnderstood()).isTrue();
  }
}

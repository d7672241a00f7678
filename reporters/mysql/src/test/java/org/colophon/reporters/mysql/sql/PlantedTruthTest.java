// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlantedTruthTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "queries",
        "changes",
        "definitions",
        "sessions",
        "views",
        "nasty",
        "tpcc",
        "tpch",
        "sakila",
        "wordpress"
      })
  void findsExpectedEffectsOfScript(String name) {
    Script script = Script.load(name);
    List<String> wrong = run(script, new SqlAnalyzer(SqlOptions.MARIADB));
    assertThat(script.cases()).hasSizeGreaterThan(4);
    assertThat(wrong).isEmpty();
  }

  private static List<String> run(Script script, SqlAnalyzer analyzer) {
    SqlSession session = analyzer.session();
    session.database(Bytes.of("d"));
    List<String> wrong = new ArrayList<>();
    for (Script.Case one : script.cases()) {
      byte[] text = one.text().getBytes(StandardCharsets.UTF_8);
      Analysis cold = analyzer.analyze(session, text, 0, text.length);
      Analysis warm = analyzer.analyze(session, text, 0, text.length);
      List<String> found = Script.effectsOf(cold.statements());
      if (!found.equals(one.effects()) || !warm.statements().equals(cold.statements())) {
        wrong.add(script.name() + ":" + one.line() + ": " + found + " not " + one.effects());
      }
      cold.statements().forEach(statement -> analyzer.apply(session, statement));
    }
    return wrong;
  }
}

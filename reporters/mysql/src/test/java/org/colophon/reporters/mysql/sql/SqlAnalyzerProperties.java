// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.colophon.core.model.Bytes;

class SqlAnalyzerProperties {
  private final SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
  private final SqlSession session = analyzer.session();

  @Property(tries = 5_000)
  void returnsSameAnalysisForRepeatedText(@ForAll("words") List<String> words) {
    byte[] text = String.join(" ", words).getBytes(StandardCharsets.UTF_8);
    Analysis first = analyzer.analyze(session, text, 0, text.length);
    analyzer.literalText();
    Analysis second = analyzer.analyze(session, text, 0, text.length);
    assertThat(second.statements()).isEqualTo(first.statements());
    assertThat(second.template()).isEqualTo(first.template());
    first.statements().forEach(statement -> analyzer.apply(session, statement));
  }

  /** Leaves the tokens of an earlier, longer text in the buffer after those of the current text. */
  @Example
  void analyzesAssignmentThatEndsWithDot() {
    for (String text : List.of("UPDATE t SET a = b, c = d, e = f, g = h", "UPDATE t SET .")) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      assertThat(analyzer.analyze(session, bytes, 0, bytes.length).statements()).isNotEmpty();
    }
  }

  @Property(tries = 2_000)
  void analyzesArbitraryBytes(@ForAll byte[] text) {
    Analysis analysis = analyzer.analyze(session, text, 0, text.length);
    assertThat(analysis.statements()).isNotEmpty();
    assertThat(analyzer.literalText()).isNotNull();
  }

  @Property(tries = 2_000)
  void analyzesTruncatedText(@ForAll("words") List<String> words, @ForAll int cut) {
    byte[] text = String.join(" ", words).getBytes(StandardCharsets.UTF_8);
    int length = Math.floorMod(cut, text.length + 1);
    assertThat(analyzer.analyze(session, text, 0, length).statements()).isNotEmpty();
    assertThat(analyzer.literalText()).isNotEqualTo(Bytes.of("SECRET"));
  }

  @Provide
  Arbitrary<List<String>> words() {
    Arbitrary<String> words =
        Arbitraries.of(
            "SELECT",
            "INSERT",
            "INTO",
            "UPDATE",
            "DELETE",
            "FROM",
            "JOIN",
            "ON",
            "USING",
            "SET",
            "WHERE",
            "VALUES",
            "(",
            ")",
            ",",
            ".",
            ";",
            "=",
            "*",
            "t",
            "`u`",
            "'s'",
            "1",
            "WITH",
            "RECURSIVE",
            "AS",
            "UNION",
            "TABLE",
            "CREATE",
            "VIEW",
            "PROCEDURE",
            "BEGIN",
            "END",
            "IF",
            "THEN",
            "ELSE",
            "CALL",
            "DROP",
            "ALTER",
            "RENAME",
            "TO",
            "EXCHANGE",
            "PARTITION",
            "TEMPORARY",
            "LIKE",
            "LOAD",
            "DATA",
            "INFILE",
            "OUTFILE",
            "PREPARE",
            "EXECUTE",
            "IMMEDIATE",
            "HANDLER",
            "OPEN",
            "READ",
            "CLOSE",
            "XA",
            "START",
            "COMMIT",
            "AND",
            "CHAIN",
            "ROLLBACK",
            "SAVEPOINT",
            "autocommit",
            "sql_mode",
            "@@x",
            "@a",
            "/*",
            "*/",
            "/*!",
            "--",
            "#",
            "\n",
            "'",
            "\"",
            "`",
            "IDENTIFIED",
            "BY",
            "PASSWORD",
            "FOR",
            "SYSTEM_TIME",
            "USE",
            "INDEX",
            "EXPLAIN",
            "ANALYZE",
            "LATERAL",
            "TRIGGER",
            "EACH",
            "ROW",
            "DO",
            "DUPLICATE",
            "KEY",
            "NEXT",
            "VALUE",
            "DEALLOCATE",
            "STATEMENT",
            "GLOBAL",
            "NAMES",
            "TRUNCATE");
    return words.list().ofMaxSize(30);
  }
}

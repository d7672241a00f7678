// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.storage.neo4j.database.OpenDatabases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests results and refusals of statements over one small graph. */
class Neo4jCypherEngineTest {
  private static OpenDatabases.Lease lease;
  private static CypherEngine engine;

  @BeforeAll
  static void open(@TempDir Path directory) throws Exception {
    lease = SmallGraph.open(directory.resolve("graph"), Map.of("cypher-write", "true"));
    engine = SmallGraph.engine(lease);
  }

  @AfterAll
  static void close() {
    lease.close();
  }

  private static ColophonException refusal(String text, boolean mayWrite) {
    CypherStatement statement = new CypherStatement(text, Map.of(), 1, mayWrite, 0);
    try {
      engine.run(statement, new Collected(Integer.MAX_VALUE));
    } catch (ColophonException e) {
      return e;
    }
    throw new AssertionError("not refused: " + text);
  }

  private static String everything() {
    return Collected.of(
            engine,
            "MATCH (n) OPTIONAL MATCH (n)-[r]->(m) RETURN n, r, m ORDER BY elementId(n),"
                + " elementId(r)")
        .rows()
        .toString();
  }

  // --- values ---

  @Test
  void returnsNodesRelationshipsAndPaths() {
    List<Object> row =
        Collected.of(
                engine,
                "MATCH p = (b:File {name: '/w/b'})-[r]->(q)-->(a) RETURN b, r, p, [q, {in: a}]")
            .rows()
            .get(0);
    CypherNode file = (CypherNode) row.get(0);
    assertThat(file.labels()).containsExactlyInAnyOrder("Object", "File");
    assertThat(file.properties()).containsEntry("id", "object:2").containsEntry("name", "/w/b");
    CypherRelationship written = (CypherRelationship) row.get(1);
    assertThat(written.type()).isEqualTo("WAS_GENERATED_BY");
    assertThat(written.start()).isEqualTo(file.id());
    assertThat(written.properties()).containsEntry("firstLsn", 3L);
    CypherPath path = (CypherPath) row.get(2);
    assertThat(path.nodes()).hasSize(3).first().isEqualTo(file);
    assertThat(path.relationships()).hasSize(2).first().isEqualTo(written);
    List<?> nested = (List<?>) row.get(3);
    assertThat(nested.get(0)).isEqualTo(path.nodes().get(1));
    assertThat(nested.get(1)).isEqualTo(Map.of("in", path.nodes().get(2)));
  }

  @Test
  void warnsOfMisspeltLabelsTypesAndProperties() {
    assertThat(Collected.of(engine, "MATCH (f:File {name: '/w/b'}) RETURN f").warnings()).isEmpty();
    assertThat(Collected.of(engine, "MATCH (f:Flie) RETURN f").warnings())
        .singleElement()
        .asString()
        .startsWith("line 1, column 10: ")
        .contains("Flie");
    assertThat(Collected.of(engine, "MATCH (f:File)-[:USD]->() RETURN f.nmae").warnings())
        .anySatisfy(text -> assertThat(text).contains("USD"))
        .anySatisfy(text -> assertThat(text).contains("nmae"));
    assertThat(Collected.of(engine, "EXPLAIN MATCH (f:Flie) RETURN f").warnings()).hasSize(1);
  }

  @Test
  void returnsPlainValuesUnchanged() {
    assertThat(
            Collected.of(
                    engine,
                    "RETURN null, true, 1, 2.5, 'x', [1, [null]], {a: {b: 2}}, -0.0,"
                        + " 9223372036854775807")
                .rows()
                .get(0))
        .containsExactly(
            null,
            true,
            1L,
            2.5,
            "x",
            List.of(1L, Arrays.asList((Object) null)),
            Map.of("a", Map.of("b", 2L)),
            -0.0,
            Long.MAX_VALUE);
  }

  @Test
  void returnsSpecialNumbers() {
    assertThat(Collected.of(engine, "RETURN 0.0/0.0, 1.0/0.0, -1.0/0.0").rows().get(0))
        .containsExactly(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
  }

  @Test
  void returnsTimesAndPointsAsText() {
    assertThat(
            Collected.of(
                    engine,
                    "WITH datetime('2026-11-20T10:00:00Z') AS t, point({x: 1, y: 2}) AS p"
                        + " RETURN t, date('2026-01-02'), localtime('10:00'), time('10:00+01:00'),"
                        + " localdatetime('2026-01-02T03:04'), duration('P1DT2S'), p, [t]")
                .rows()
                .get(0))
        .containsExactly(
            "2026-11-20T10:00:00Z",
            "2026-01-02",
            "10:00:00",
            "10:00:00+01:00",
            "2026-01-02T03:04:00",
            "P1DT2S",
            "point({x: 1.0, y: 2.0, crs: 'cartesian'})",
            List.of("2026-11-20T10:00:00Z"));
  }

  @Test
  void returnsArraysAsBytesAndLists() {
    lease
        .database()
        .service()
        .executeTransactionally(
            "CREATE (:x_Array {bytes: $b, words: $w, numbers: $n})",
            Map.of("b", new byte[] {1, -1}, "w", new String[] {"x", "y"}, "n", new long[] {1, 2}));
    List<Object> row =
        Collected.of(engine, "MATCH (n:x_Array) RETURN n, n.bytes, n.words").rows().get(0);
    Collected.written(engine, "MATCH (n:x_Array) DELETE n");
    CypherNode node = (CypherNode) row.get(0);
    assertThat((byte[]) node.properties().get("bytes")).containsExactly(1, -1);
    assertThat(node.properties().get("numbers")).isEqualTo(List.of(1L, 2L));
    assertThat((byte[]) row.get(1)).containsExactly(1, -1);
    assertThat(row.get(2)).isEqualTo(List.of("x", "y"));
  }

  @Test
  void returnsNothingWhenAStatementReturnsNothing() {
    Collected answer = Collected.written(engine, "MATCH (n:x_Nothing) SET n.x = 1");
    assertThat(answer.names()).isEmpty();
    assertThat(answer.rows()).isEmpty();
  }

  @Test
  void streamsEndlessAnswers() {
    Collected answer = new Collected(3);
    engine.run(
        new CypherStatement(
            "UNWIND range(1, 9000000000) AS i RETURN i", Map.of(), Lsn.LATEST, false, 0),
        answer);
    assertThat(answer.column("i")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void propagatesExceptionsOfTheReceiver() {
    IllegalStateException mine = new IllegalStateException("enough");
    CypherResult receiver =
        new CypherResult() {
          @Override
          public void columns(List<String> names) {}

          @Override
          public boolean row(List<Object> values) {
            throw mine;
          }
        };
    CypherStatement statement = new CypherStatement("RETURN 1", Map.of(), 1, false, 0);
    assertThatThrownBy(() -> engine.run(statement, receiver)).isSameAs(mine);
  }

  // --- parameters ---

  @Test
  void setsAsOfByDefault() {
    List<Object> seen = new ArrayList<>();
    for (Map<String, Object> given :
        List.of(Map.<String, Object>of(), Map.of("asOf", (Object) 7L))) {
      Collected answer = new Collected(1);
      engine.run(new CypherStatement("RETURN $asOf", given, 42, false, 0), answer);
      seen.add(answer.value());
    }
    assertThat(seen).containsExactly(42L, 7L);
  }

  @Test
  void acceptsEveryKindOfParameter() {
    List<Object> list = Arrays.asList(1L, null, "x", Map.of("deep", true));
    assertThat(Collected.of(engine, "RETURN $p", "p", list).value()).isEqualTo(list);
    assertThat(Collected.of(engine, "RETURN $p", "p", null).value()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'",
        "\"",
        "`) DETACH DELETE n //",
        "\\u0027}) RETURN 1 //",
        "a\nb\0c",
        "\ud83d\ude00"
      })
  void keepsHostileParametersAsText(String text) {
    String before = everything();
    assertThat(Collected.of(engine, "RETURN $p AS `odd ``name`", "p", text).value())
        .isEqualTo(text);
    assertThat(Collected.of(engine, "MATCH (n {name: $p}) RETURN n", "p", text).rows()).isEmpty();
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void acceptsLongParameters() {
    String text = "é".repeat(100_000);
    assertThat(Collected.of(engine, "RETURN $p", "p", text).value()).isEqualTo(text);
  }

  // --- errors ---

  @Test
  void pointsAtTheErrorInAStatement() {
    ColophonException refusal = refusal("MATCH (n)\nRETURN m.x", false);
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(refusal)
        .hasMessage("Variable `m` not defined (line 2, column 8)\n  RETURN m.x\n         ^");
  }

  @Test
  void showsOnlyAPieceOfALongLine() {
    String text = "RETURN '" + "x".repeat(100_000) + "' AS a, oops";
    ColophonException refusal = refusal(text, false);
    String[] lines = refusal.getMessage().split("\n");
    assertThat(lines).hasSize(3);
    assertThat(lines[1]).endsWith("x' AS a, oops").hasSizeLessThan(130);
    assertThat(lines[2].indexOf('^')).isEqualTo(lines[1].indexOf("oops"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  // nothing",
        "MATCH (n RETURN n",
        "RETURN $missing",
        "RETURN 1/0",
        "RETURN 1; RETURN 2",
        "RETURN toInteger({})",
        "CALL no.such.procedure()",
        "RETURN no.such.function()",
        "USE other RETURN 1",
        "MATCH (n:Process) USING INDEX n:Process(command) WHERE n.command = 'x' RETURN n"
      })
  void reportsTheErrorOfAStatement(String text) {
    ColophonException refusal = refusal(text, false);
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(refusal.getMessage()).isNotBlank().doesNotContain("Exception", "\tat ");
  }

  @Test
  void namesMissingIndexOfHint() {
    assertThat(
            refusal(
                "MATCH (n:Process) USING INDEX n:Process(command) WHERE n.command = 'x' RETURN n",
                false))
        .hasMessageContaining("index")
        .hasMessageContaining("command");
  }

  @Test
  void rejectsAStatementThatIsNestedTooDeeply() {
    String text = "RETURN " + "(".repeat(50_000) + "1" + ")".repeat(50_000);
    assertThat(refusal(text, false).code()).isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void endsAStatementThatTakesTooLong() {
    CypherStatement statement =
        new CypherStatement(
            "UNWIND range(1, 9000000000) AS i WITH sum(i) AS s RETURN s", Map.of(), 1, false, 300);
    long start = System.nanoTime();
    assertThatThrownBy(() -> engine.run(statement, new Collected(1)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED))
        .hasMessageContaining("300 ms");
    assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
  }

  // --- plans, vocabulary ---

  @Test
  void reportsThePlanAndRunsNothingWhenExplained() {
    String before = everything();
    Collected plan = Collected.of(engine, "EXPLAIN MATCH (n:Process) DETACH DELETE n");
    assertThat(plan.names()).containsExactly("operator", "details", "estimatedRows");
    assertThat(plan.column("operator").toString()).contains("NodeByLabelScan");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void reportsRowsAndHitsWhenProfiled() {
    Collected plan = Collected.of(engine, "PROFILE MATCH (n:Process) RETURN n.id");
    assertThat(plan.names()).endsWith("rows", "dbHits");
    assertThat(plan.column("rows")).contains(1L);
    assertThat(plan.column("operator").get(0).toString()).startsWith("ProduceResults");
  }

  @Test
  void completesLabelsAndPropertiesOfTheGraph() {
    var words = engine.vocabulary();
    assertThat(words.labels()).contains("Process", "Object", "File").isSorted();
    assertThat(words.relationshipTypes()).contains("USED", "WAS_GENERATED_BY");
    assertThat(words.propertyNames()).contains("firstLsn", "command");
    assertThat(words.procedures()).contains("db.labels").isSorted();
    assertThat(words.functions()).contains("coalesce").isSorted();
  }

  @Test
  void listensForBoltOnlyIfConfigured() {
    assertThat(engine.bolt()).isEmpty();
  }

  // --- ending ---

  @Test
  void endsTheRunningQueryWhenCancelled() throws InterruptedException {
    AtomicReference<ColophonException> failure = new AtomicReference<>();
    Thread asking =
        new Thread(
            () -> failure.set(refusal("UNWIND range(1, 1000000000000) AS x RETURN sum(x)", false)));
    asking.start();

    while (asking.isAlive()) {
      engine.cancel(); // it may not have begun yet
      asking.join(10);
    }

    assertThat(failure.get().code()).isEqualTo(ErrorCode.INTERRUPTED);
    assertThat(Collected.of(engine, "RETURN 1").rows()).hasSize(1);
  }
}

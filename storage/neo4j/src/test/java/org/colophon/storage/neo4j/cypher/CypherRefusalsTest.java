// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.storage.neo4j.database.OpenDatabases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests refusals of statements over a small graph whose configuration allows writing. */
class CypherRefusalsTest {
  private static OpenDatabases.Lease lease;
  private static CypherEngine engine;
  private static Path secret;

  @BeforeAll
  static void open(@TempDir Path directory) throws Exception {
    secret = Files.writeString(directory.resolve("secret.csv"), "treasure\n");
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE (n:Process)",
        "CREATE (n:NewLabel {newKey: 1})",
        "MATCH (n) SET n.id = 'x'",
        "MATCH (n) REMOVE n.id",
        "MATCH (n:File) REMOVE n:File",
        "MATCH (n) DETACH DELETE n",
        "MATCH ()-[r]->() DELETE r",
        "MERGE (n:Process {id: 'process:1'}) RETURN n",
        "MERGE (n:Process {id: 'process:99'}) RETURN n",
        "MATCH (n:Process) FOREACH (i IN [1] | CREATE (:Process))",
        "MATCH (n) CALL (n) { SET n.x = 1 } IN TRANSACTIONS",
        "UNWIND [1] AS i CALL (i) { CREATE (:Process) } RETURN i",
        "PROFILE CREATE (n:Process)",
        "CREATE (n:x_Note)",
        "CREATE INDEX fresh FOR (n:Process) ON (n.command)",
        "CREATE CONSTRAINT fresh FOR (n:File) REQUIRE n.name IS UNIQUE",
        "DROP INDEX colophon_Process_pid",
        "DROP INDEX nothing IF EXISTS",
        "DROP CONSTRAINT colophon_Process_id"
      })
  void rejectsAndChangesNothingWhenAStatementWouldWrite(String text) {
    String before = everything();
    var wordsBefore = engine.vocabulary();
    Object indexesBefore = Collected.of(engine, "SHOW INDEXES").column("name");
    ColophonException refusal = refusal(text, false);
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(refusal).hasMessageContaining("--write").hasMessageContaining("only read");
    assertThat(everything()).isEqualTo(before);
    assertThat(engine.vocabulary()).isEqualTo(wordsBefore);
    assertThat(Collected.of(engine, "SHOW INDEXES").column("name")).isEqualTo(indexesBefore);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE USER bob SET PASSWORD 'abcdefgh1'",
        "ALTER USER neo4j SET PASSWORD 'abcdefgh1'",
        "SHOW USERS",
        "CREATE DATABASE other",
        "STOP DATABASE neo4j",
        "GRANT ROLE admin TO neo4j",
        "SHOW SETTINGS",
        "SHOW TRANSACTIONS",
        "TERMINATE TRANSACTIONS 'neo4j-transaction-1'"
      })
  void rejectsAdministrationInBothModes(String text) {
    for (boolean mayWrite : List.of(false, true)) {
      assertThat(refusal(text, mayWrite).code()).isEqualTo(ErrorCode.BAD_REQUEST);
      assertThat(refusal(text, mayWrite)).hasMessageContaining("do not administer");
    }
  }

  @Test
  void refusesToReadFilesInBothModes() {
    for (boolean mayWrite : List.of(false, true)) {
      for (String place :
          List.of(secret.toUri().toString(), "file:///secret.csv", "http://127.0.0.1:1/x")) {
        ColophonException refusal =
            refusal("LOAD CSV FROM '" + place + "' AS line RETURN line", mayWrite);
        assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_REQUEST);
        assertThat(refusal).hasMessageContaining("LOAD CSV is refused");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE ()",
        "CREATE (n:Process)",
        "CREATE (n:x_Note:Process)",
        "MATCH (n:Process) SET n:x_Note",
        "MATCH (n:File) REMOVE n:File",
        "MATCH (n) SET n.id = 'x'",
        "MATCH (n:Process) SET n.x_mine = 1",
        "MATCH (n:Process) SET n += {pid: 8}",
        "MATCH (n:Process) SET n = {}",
        "MATCH (n) REMOVE n.id",
        "MATCH (n) DETACH DELETE n",
        "MATCH (n:Process) CREATE (n)-[:x_ABOUT]->(n) DETACH DELETE n",
        "MATCH ()-[r]->() DELETE r",
        "MATCH ()-[r:USED]->() SET r.bytes = 0",
        "MATCH (a:Process), (b:File) CREATE (a)-[:USED]->(b)",
        "MERGE (n:Process {id: 'process:99'}) RETURN n",
        "MATCH (n:Process) FOREACH (i IN [1] | CREATE (:Process))",
        "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS",
        "MATCH (n) CALL (n) { SET n.x = 1 } IN TRANSACTIONS",
        "UNWIND [1] AS i CALL (i) { CREATE (:Process) } RETURN i",
        "PROFILE MATCH (n) DETACH DELETE n",
        "CREATE INDEX fresh FOR (n:x_Note) ON (n.command)",
        "CREATE CONSTRAINT fresh FOR (n:File) REQUIRE n.name IS UNIQUE",
        "DROP INDEX colophon_Process_pid",
        "DROP CONSTRAINT colophon_Process_id"
      })
  void refusesToChangeHistoryThoughWritingIsAllowed(String text) {
    String before = everything();
    Object indexesBefore = Collected.of(engine, "SHOW INDEXES").column("name");
    ColophonException refusal = refusal(text, true);
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(refusal).hasMessageContaining("recorded history");
    assertThat(everything()).isEqualTo(before);
    assertThat(Collected.of(engine, "SHOW INDEXES").column("name")).isEqualTo(indexesBefore);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CALL db.createLabel('Fresh')",
        "CALL db.create.setNodeVectorProperty(null, 'v', [1.0])",
        "CALL db.index.vector.createNodeIndex('v', 'File', 'v', 3, 'cosine')",
        "CALL db.clearQueryCaches()",
        "CALL db.prepareForReplanning()",
        "CALL db.resampleOutdatedIndexes()",
        "CALL db.stats.clear('QUERIES')",
        "CALL dbms.killConnections([])",
        "CALL dbms.listConfig()",
        "CALL dbms.listConnections()",
        "CALL dbms.queryJmx('*:*')",
        "CALL dbms.upgrade()"
      })
  void hasNoProcedureWithSideEffects(String text) {
    assertThat(refusal(text, true)).hasMessageContaining("no procedure");
  }

  @Test
  void writesNodesAndRelationshipsOfItsOwnNamespace() {
    String before = everything();
    Collected.written(engine, "CREATE (n:x_Note {text: 'odd'}) SET n.weight = 1");
    Collected.written(
        engine,
        "MATCH (n:x_Note), (p:Process) CREATE (n)-[r:x_ABOUT {sure: true}]->(p) SET r.n = 2");
    assertThat(
            Collected.of(engine, "MATCH (n:x_Note {weight: 1})-[:x_ABOUT {n: 2}]->(p) RETURN p.pid")
                .value())
        .isEqualTo(7L);
    Collected.written(engine, "MATCH (n:x_Note) DETACH DELETE n");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void logsRejectedInputWithoutControlCharacters() {
    List<String> logged = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("org.colophon.storage.neo4j.access.GuardedMode");
    logger.setFilter(record -> logged.add(new SimpleFormatter().formatMessage(record)));
    try {
      refusal("MATCH (n)\n/* \33[2J */ DETACH DELETE n", false);
      Collected.of(engine, "MATCH (n) RETURN n");
      Collected.of(engine, "CALL db.labels() YIELD label RETURN count(label)");
    } finally {
      logger.setFilter(null);
    }
    assertThat(logged)
        .singleElement(as(InstanceOfAssertFactories.STRING))
        .contains("refused", "DETACH DELETE n")
        .doesNotContain("\33", "\n");
  }

  @Test
  void writesWhenPermitted() {
    Collected.written(engine, "CREATE (:x_Scratch {x: 1})");
    assertThat(Collected.of(engine, "MATCH (s:x_Scratch) RETURN s.x").value()).isEqualTo(1L);
    Collected.written(engine, "MATCH (s:x_Scratch) CALL (s) { DELETE s } IN TRANSACTIONS");
    assertThat(Collected.of(engine, "MATCH (s:x_Scratch) RETURN count(s)").value()).isEqualTo(0L);
  }

  @Test
  void returnsNodesThatTheStatementDeleted() {
    Collected.written(engine, "CREATE (:x_Scratch {x: 1})");
    CypherNode gone =
        (CypherNode) Collected.written(engine, "MATCH (s:x_Scratch) DELETE s RETURN s").value();
    assertThat(gone.properties()).isEmpty();
  }

  @Test
  void refusesToWriteUnlessTheConfigurationAllowsIt(@TempDir Path directory) {
    try (OpenDatabases.Lease other = SmallGraph.open(directory.resolve("graph"), Map.of())) {
      CypherEngine unwritten = SmallGraph.engine(other);
      assertThatThrownBy(() -> Collected.written(unwritten, "CREATE (:x_Note)"))
          .isInstanceOfSatisfying(
              ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
          .hasMessageContaining("cypher-write");
      assertThat(Collected.of(unwritten, "MATCH (n:x_Note) RETURN n").rows()).isEmpty();
    }
  }
}

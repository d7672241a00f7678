// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRefusalException;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.service.Service;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests hostile statements over HTTP, with the graph as the only adapter. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ServiceCypherIT {
  private static final List<String> HOSTILE =
      List.of(
          "MATCH (n) DETACH DELETE n",
          "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1 ROWS",
          "MATCH (n:Colophon) DELETE n",
          "MATCH (n:Colophon) SET n.heldLsn = 0",
          "MATCH (n:Process) SET n.command = 'forged'",
          "MATCH (n:Process) REMOVE n:Process",
          "MATCH (n:Process) SET n:x_Note",
          "MATCH (n:Process) CREATE (n)-[:x_ABOUT]->(n) DETACH DELETE n",
          "MATCH ()-[r]->() DELETE r",
          "MATCH ()-[r]->() SET r.firstLsn = 0",
          "MATCH (a:Process), (b:Object) CREATE (b)-[:WAS_GENERATED_BY {firstLsn: 1}]->(a)",
          "CREATE (:Process {id: 4711})",
          "CREATE (:x_Note:Object)",
          "MERGE (n:Snapshot {name: 'forged'})",
          "CREATE INDEX fresh FOR (n:x_Note) ON (n.text)",
          "DROP CONSTRAINT colophon_Process_id",
          "DROP INDEX colophon_Process_pid",
          "CREATE CONSTRAINT fresh FOR (n:File) REQUIRE n.name IS UNIQUE",
          "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
          "CALL db.createLabel('Fresh')",
          "CALL db.clearQueryCaches()",
          "CALL dbms.killConnections([])",
          "CALL apoc.periodic.iterate('MATCH (n) RETURN n', 'DETACH DELETE n', {})",
          "SHOW SETTINGS",
          "SHOW TRANSACTIONS",
          "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
          "CREATE USER eve SET PASSWORD 'abcdefgh1'",
          "ALTER USER neo4j SET PASSWORD 'abcdefgh1'",
          "GRANT ROLE admin TO neo4j",
          "USE system SHOW USERS",
          "STOP DATABASE neo4j");

  /** Last LSN of the test's records; the start of a service adds more. */
  private static final long LAST_LSN = 8;

  private static final String RECORDED =
      """
      {"op": "process", "id": "p", "pid": 7, "executable": "/bin/cp", "arguments": ["cp", "a", "b"]}
      {"op": "read", "process": "p", "path": "/lab/a", "bytes": 5}
      {"op": "write", "process": "p", "path": "/lab/b", "bytes": 5}
      """;

  private final JsonMapper mapper = new JsonMapper();

  @TempDir private Path store;

  private Service start(Map<String, String> options) {
    return Service.start(
        ServiceConfig.of(store)
            .withLimits(patient())
            .withAdapters(List.of(new AdapterSpec("neo4j", "neo4j", options, 1))));
  }

  /** Returns options with long time limits, since stopping Neo4j takes long on a busy machine. */
  private static LimitsConfig patient() {
    LimitsConfig usual = LimitsConfig.DEFAULT;
    return new LimitsConfig(
        usual.requestBytes(),
        usual.ingestBytes(),
        usual.lineBytes(),
        usual.headerBytes(),
        usual.answerBytes(),
        usual.nodes(),
        Duration.ofMinutes(5),
        Duration.ofMinutes(5),
        usual.concurrentRequests(),
        usual.connections(),
        usual.tails(),
        Duration.ofMinutes(5));
  }

  private String request(ServiceRequest request) {
    try (ServiceConnection connection = ServiceConnection.ofStore(store).orElseThrow();
        ServiceResponse response = connection.exchange(request)) {
      return response.text();
    }
  }

  private String lineage() {
    return request(
        ServiceRequest.get("/v1/lineage")
            .parameter("target", "/lab/b")
            .parameter("as-of", LAST_LSN)
            .parameter("format", "json")
            .build());
  }

  private String write(String statement) throws JsonProcessingException {
    return request(
        ServiceRequest.post("/v1/cypher")
            .body(
                "application/json",
                mapper.writeValueAsBytes(Map.of("statement", statement, "write", true)))
            .build());
  }

  /**
   * Returns the error of a statement. The error is at the end of the answer if the columns were
   * sent before the failure.
   */
  private String errorOf(String statement) throws JsonProcessingException {
    try {
      return mapper.readTree(write(statement)).at("/error/code").asText();
    } catch (ServiceRefusalException e) {
      return e.code().name();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "true"})
  void keepsHistoryUnchangedByAnyStatement(String mayWrite) throws Exception {
    Map<String, String> options = Map.of("cypher-write", mayWrite);
    Service service = start(options);
    request(
        ServiceRequest.post("/v1/operations")
            .body("application/x-ndjson", RECORDED.getBytes(StandardCharsets.UTF_8))
            .build());
    assertThat(service.stop()).isTrue(); // ends open intervals, which are part of the answer
    service = start(options);
    String before = lineage();
    assertThat(before).contains("/bin/cp", "/lab/a");

    for (String each : HOSTILE) {
      assertThat(errorOf(each)).as(each).isEqualTo("BAD_REQUEST");
      assertThat(lineage()).as(each).isEqualTo(before);
    }

    assertThat(service.stop()).isTrue();
    service = start(options);
    assertThat(lineage()).isEqualTo(before);
    assertThat(service.stop()).isTrue();
  }

  @Test
  void writesOwnNodesIfTheConfigurationAllowsIt() throws Exception {
    Service service = start(Map.of("cypher-write", "true"));
    write("CREATE (:x_Note {text: 'mine'})");
    assertThat(write("MATCH (n:x_Note) RETURN n.text")).contains("mine");
    assertThat(service.stop()).isTrue();

    service = start(Map.of());
    assertThatThrownBy(() -> write("CREATE (:x_Note {text: 'yours'})"))
        .isInstanceOf(ServiceRefusalException.class)
        .hasMessageContaining("cypher-write");
    assertThat(service.stop()).isTrue();
  }
}

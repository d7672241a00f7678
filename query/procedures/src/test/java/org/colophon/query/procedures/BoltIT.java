// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.exceptions.AuthenticationException;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.types.Node;
import org.neo4j.driver.types.Path.Segment;

/** Tests Bolt with real clients: Neo4j's drivers for Java and for Python. */
class BoltIT {
  private static final Path CLIENT = Path.of("src/test/scripts/bolt_client.py");

  private static Path directory;
  private static TwoStores stores;
  private static BoltEndpoint bolt;
  private static Driver driver;

  @BeforeAll
  static void open(@TempDir Path temporary) throws IOException {
    directory = temporary.resolve("graph");
    stores = new TwoStores(directory, Map.of("bolt", "localhost:0"));
    stores.append(SmallHistory::batch);
    bolt = stores.bolt();
    driver = driver(bolt.uri(), AuthTokens.basic(bolt.user(), password()));
  }

  @AfterAll
  static void close() {
    driver.close();
    stores.close();
  }

  private static String password() throws IOException {
    return Files.readString(bolt.passwordFile()).strip();
  }

  private static Driver driver(String uri, AuthToken token) {
    return GraphDatabase.driver(uri, token);
  }

  private static List<Record> query(String database, String statement) {
    try (Session session = driver.session(SessionConfig.forDatabase(database))) {
      return session.run(statement).list();
    }
  }

  // --- authentication ---

  @Test
  void restrictsThePasswordToItsOwner() throws IOException {
    assertThat(bolt.passwordFile()).isEqualTo(directory.resolve("bolt-password"));
    assertThat(Files.getPosixFilePermissions(bolt.passwordFile()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(password()).hasSizeGreaterThanOrEqualTo(32).matches("[-_A-Za-z0-9]+");
  }

  @Test
  void refusesConnectionsToOtherAddressesThanLoopback() throws IOException {
    int port = URI.create(bolt.uri()).getPort();

    try (Socket own = new Socket("127.0.0.1", port)) {
      assertThat(own.isConnected()).isTrue();
    }
    assertThatThrownBy(() -> new Socket("127.0.0.2", port).close())
        .isInstanceOf(ConnectException.class);
  }

  @ParameterizedTest
  @CsvSource({"neo4j, wrong", "nobody, neo4j", "nobody, ''"})
  void rejectsAWrongPassword(String user, String password) {
    try (Driver other = driver(bolt.uri(), AuthTokens.basic(user, password))) {
      assertThatThrownBy(other::verifyConnectivity).isInstanceOf(AuthenticationException.class);
    }
  }

  @Test
  void admitsTheOwnerAfterManyWrongPasswordsOfAnotherUser() throws IOException {
    for (int i = 0; i < 10; i++) {
      rejectsAWrongPassword(bolt.user(), "wrong-" + i);
    }
    try (Driver owner = driver(bolt.uri(), AuthTokens.basic(bolt.user(), password()))) {
      owner.verifyConnectivity();
    }
  }

  @Test
  void rejectsClientWithoutPassword() {
    try (Driver other = driver(bolt.uri(), AuthTokens.none())) {
      assertThatThrownBy(other::verifyConnectivity).isInstanceOf(AuthenticationException.class);
    }
  }

  @Test
  @Tag("jdk")
  void acceptsRoutingDrivers() throws IOException {
    String uri = bolt.uri().replace("bolt://", "neo4j://");
    try (Driver other = driver(uri, AuthTokens.basic("neo4j", password()));
        Session session = other.session()) {
      assertThat(session.run("RETURN 1 AS one").single().get("one").asLong()).isEqualTo(1);
    }
  }

  // --- permissions ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE (n:Process)",
        "MATCH (n) SET n.id = 0",
        "MATCH (n) DETACH DELETE n",
        "MERGE (n:Process {id: 99})",
        "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS",
        "CREATE INDEX fresh FOR (n:Process) ON (n.command)",
        "DROP CONSTRAINT colophon_Process_id",
        "CALL db.createLabel('Fresh')",
        "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
        "LOAD CSV FROM 'http://127.0.0.1:1/x' AS line RETURN line",
        "SHOW USERS",
        "SHOW SETTINGS",
        "SHOW TRANSACTIONS",
        "CALL dbms.killConnections([])",
        "CALL db.clearQueryCaches()",
        "GRANT ROLE admin TO neo4j",
        "CREATE USER bob SET PASSWORD 'abcdefgh1'",
        "ALTER USER neo4j SET PASSWORD 'abcdefgh1'",
        "ALTER CURRENT USER SET PASSWORD FROM 'x' TO 'abcdefgh1'",
        "STOP DATABASE neo4j",
        "CALL dbms.listConfig()"
      })
  void refusesToWriteAndAdminister(String statement) {
    long before = query("neo4j", "MATCH (n) RETURN n").size();
    for (String database : List.of("neo4j", "system")) {
      assertThatThrownBy(() -> query(database, statement)).isInstanceOf(Neo4jException.class);
    }
    assertThat(query("neo4j", "MATCH (n) RETURN n")).hasSize((int) before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"neo4j", "system"})
  void endsNoTransactionOfAnotherClient(String database) {
    try (Session session = driver.session(SessionConfig.forDatabase("neo4j"));
        Transaction other = session.beginTransaction()) {
      assertThatThrownBy(() -> query(database, "TERMINATE TRANSACTIONS 'neo4j-transaction-1'"))
          .isInstanceOf(Neo4jException.class);
      assertThat(other.run("RETURN 1 AS one").single().get("one").asLong()).isEqualTo(1);
    }
  }

  @Test
  void keepsThePasswordWhenAClientWouldChangeIt() throws IOException {
    String change = "ALTER CURRENT USER SET PASSWORD FROM '%s' TO 'something-else'";
    for (String database : List.of("neo4j", "system")) {
      assertThatThrownBy(() -> query(database, change.formatted(password())))
          .isInstanceOf(Neo4jException.class);
    }
    try (Driver other = driver(bolt.uri(), AuthTokens.basic("neo4j", password()))) {
      other.verifyConnectivity();
    }
  }

  @Test
  void logsRejectionsOfAClient() {
    List<String> logged = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("org.colophon.storage.neo4j.access.GuardedMode");
    logger.setFilter(record -> logged.add(new SimpleFormatter().formatMessage(record)));
    try {
      assertThatThrownBy(() -> query("neo4j", "MATCH (n) DETACH DELETE n"))
          .isInstanceOf(Neo4jException.class);
      query("neo4j", "MATCH (n) RETURN n");
    } finally {
      logger.setFilter(null);
    }
    assertThat(logged).hasSize(1).first().asString().contains("the Bolt client 127.0.0.1:");
  }

  // --- answers ---

  @Test
  @Tag("jdk")
  void returnsNodesAndRelationshipsOfProcedures() {
    List<Record> rows =
        query("neo4j", "CALL colophon.ancestors('/w/prog') YIELD node, relationship, depth, lsn");
    Node root = rows.get(0).get("node").asNode();
    assertThat(root.labels()).containsExactlyInAnyOrder("Object", "File");
    assertThat(rows.get(0).get("relationship").isNull()).isTrue();
    assertThat(rows.get(1).get("relationship").asRelationship().type())
        .isEqualTo("WAS_GENERATED_BY");
    assertThat(rows.get(1).get("relationship").asRelationship().startNodeElementId())
        .isEqualTo(root.elementId());
  }

  @Test
  @Tag("jdk")
  void returnsPathsOfProcedures() {
    Record row = query("neo4j", "CALL colophon.why('/w/prog', '/w/a.c') YIELD path").get(0);
    assertThat(row.get("path").asPath())
        .extracting(Segment::relationship)
        .extracting(each -> each.type())
        .containsExactly("WAS_GENERATED_BY", "USED", "WAS_GENERATED_BY", "USED");
  }

  @Test
  void usesAsOfOfTheTransaction() {
    TransactionConfig earlier =
        TransactionConfig.builder().withMetadata(Map.of("asOf", 39L)).build();
    try (Session session = driver.session()) {
      assertThat(
              session
                  .run(
                      "CALL colophon.ancestors('/w/a.o') YIELD node WHERE node:File"
                          + " RETURN node.name AS name",
                      earlier)
                  .list(row -> row.get("name").asString()))
          .contains("/w/a.c")
          .doesNotContain("/w/b.c");
    }
  }

  @Test
  void reportsWhyAProcedureFails() {
    assertThatThrownBy(
            () -> query("neo4j", "CALL colophon.ancestors('/w/prog', {deph: 1}) YIELD node"))
        .isInstanceOf(Neo4jException.class)
        .hasMessageContaining("there is no option deph");
  }

  @Test
  void servesPythonDrivers() throws IOException, InterruptedException {
    assertThat(PythonTools.run(CLIENT, bolt.uri(), bolt.user(), bolt.passwordFile()))
        .isEqualToIgnoringWhitespace(
            """
            {"wrong password": "Neo.ClientError.Security.Unauthorized",
             "no password": "Neo.ClientError.Security.Unauthorized",
             "write": "Neo.ClientError.Security.Forbidden",
             "nodes": [["File", "Object"], ["Process"], ["File", "Object"], ["Process"],
               ["File", "Object"], ["File", "Object"], ["File", "Object"], ["Process"]],
             "relationships": ["WAS_GENERATED_BY", "USED", "WAS_GENERATED_BY", "USED", "USED",
               "USED", "WAS_INFORMED_BY"],
             "as of": ["/usr/lib/libc.so", "/w/a.c", "/w/a.h", "/w/a.o"],
             "path": ["WAS_GENERATED_BY", "USED", "WAS_GENERATED_BY", "USED"]}
            """);
  }

  @Test
  void reportsThatThePortIsInUse(@TempDir Path other) {
    String taken = "localhost:" + URI.create(bolt.uri()).getPort();
    assertThatThrownBy(() -> new TwoStores(other.resolve("graph"), Map.of("bolt", taken)).close())
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("in use")
        .hasMessageContaining("choose another address");
  }
}

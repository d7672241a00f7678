// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.exceptions.AuthenticationException;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * Tests clients that may write, and a password that the owner chose, with one store that is opened
 * again.
 */
class BoltWriteIT {
  private static final Map<String, String> WRITING =
      Map.of("bolt", "localhost:0", "cypher-write", "true");

  private static void with(BoltEndpoint bolt, String password, Consumer<Driver> action) {
    try (Driver driver =
        GraphDatabase.driver(bolt.uri(), AuthTokens.basic(bolt.user(), password))) {
      action.accept(driver);
    }
  }

  @Test
  void writesWhenAllowedAndAcceptsTheOwnersPassword(@TempDir Path temporary) throws IOException {
    Path directory = temporary.resolve("graph");
    String madeUp;
    try (TwoStores stores = new TwoStores(directory, WRITING)) {
      madeUp = Files.readString(stores.bolt().passwordFile()).strip();
      with(
          stores.bolt(),
          madeUp,
          driver -> {
            driver.executableQuery("CREATE (:x_Note {text: 'mine'})").execute();
            for (String forbidden :
                new String[] {
                  "CREATE (:Note {text: 'mine'})",
                  "MATCH (n) DETACH DELETE n",
                  "MATCH (n) SET n.text = 'mine'",
                  "MATCH (n) SET n:x_Note",
                  "MATCH (n) WITH n LIMIT 1 CALL (n) { DETACH DELETE n } IN TRANSACTIONS",
                  "CREATE INDEX fresh FOR (n:x_Note) ON (n.text)",
                  "LOAD CSV FROM 'http://127.0.0.1:1/x' AS line RETURN line",
                  "CREATE USER bob SET PASSWORD 'abcdefgh1'"
                }) {
              assertThatThrownBy(() -> driver.executableQuery(forbidden).execute())
                  .isInstanceOf(Neo4jException.class);
            }
          });
      assertThat(stores.value("MATCH (n:x_Note) RETURN n.text")).isEqualTo("mine");
      Files.writeString(stores.bolt().passwordFile(), "my own password\n");
    }
    try (TwoStores stores = new TwoStores(directory, WRITING)) {
      with(stores.bolt(), "my own password", Driver::verifyConnectivity);
    }
    try (TwoStores stores = new TwoStores(directory, WRITING)) {
      with(stores.bolt(), "my own password", Driver::verifyConnectivity);
      with(
          stores.bolt(),
          madeUp,
          driver ->
              assertThatThrownBy(driver::verifyConnectivity)
                  .isInstanceOf(AuthenticationException.class));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports general query logs, and writes their transactions as OpenLineage events. */
final class OpenLineageSqlIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ORDER =
      "INSERT INTO orders(id, total) SELECT id, %d FROM carts WHERE id = %d";

  @TempDir private Path directory;
  private CommandTester tester;

  @BeforeEach
  void createTester() throws IOException {
    tester = new CommandTester(directory.toRealPath());
  }

  /**
   * Imports the log of a connection: two transactions, of which one is rolled back, and a query.
   */
  private void importLog(String store, int connection, int id) throws IOException {
    List<String> statements =
        List.of(
            "SET NAMES utf8mb4",
            "START TRANSACTION",
            ORDER.formatted(id, id),
            "UPDATE stock SET n = n - 1 WHERE id = " + id,
            "COMMIT",
            "BEGIN",
            ORDER.formatted(id + 1, id),
            "UPDATE stock SET n = n - 2 WHERE id = " + id,
            "ROLLBACK",
            "INSERT INTO report SELECT sum(total) FROM orders",
            "BEGIN",
            "COMMIT");
    importLog(store, connection, statements);
  }

  private void importLog(String store, int connection, List<String> statements) throws IOException {
    StringBuilder log = new StringBuilder();
    log.append("mysqld, Version: 8.0.36 (MySQL Community Server - GPL). started with:\n")
        .append("Tcp port: 3306  Unix socket: /run/mysqld/mysqld.sock\n")
        .append("Time                 Id Command    Argument\n");
    String line = "2026-05-04T10:00:%02d.000001Z\t%5d %s\t%s\n";
    log.append(line.formatted(0, connection, "Connect", "app@web7 on shop using TCP/IP"));
    for (int i = 0; i < statements.size(); i++) {
      log.append(line.formatted(i + 1, connection, "Query", statements.get(i)));
    }
    log.append(line.formatted(statements.size() + 1, connection, "Quit", ""));
    Path file = Files.writeString(directory.resolve(store + ".log"), log);
    Outcome imported =
        tester.run("import", "mysql", "from=" + file, "server=db:3306", "--store", at(store));
    assertThat(imported.exitCode()).as(imported.err()).isZero();
  }

  private String at(String store) {
    return directory.resolve(store).toString();
  }

  /** Returns the events of the newest run that do not state a start. */
  private List<JsonNode> ends(String store, String... options) throws IOException {
    String[] command = {"openlineage", "--store", at(store)};
    String[] words = Stream.of(command, options).flatMap(Stream::of).toArray(String[]::new);
    Outcome outcome = tester.run(words);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    List<JsonNode> ends = new ArrayList<>();
    for (String each : outcome.out().lines().toList()) {
      JsonNode event = JSON.readTree(each);
      if (!event.path("eventType").asText().equals("START")) {
        ends.add(event);
      }
    }
    return ends;
  }

  private static String job(JsonNode event) {
    return event.at("/job/name").asText();
  }

  private static List<String> datasets(JsonNode array) {
    List<String> names = new ArrayList<>();
    array.forEach(each -> names.add(each.path("name").asText()));
    return names;
  }

  private static Tuple facts(JsonNode event) {
    return tuple(
        event.path("eventType").asText(),
        job(event).replaceFirst("#\\p{XDigit}{8}$", "#"),
        datasets(event.path("inputs")),
        datasets(event.path("outputs")));
  }

  @Test
  void writesJobForEachTransactionOfConnection() throws IOException {
    importLog("one", 8, 7);

    List<JsonNode> ends = ends("one");

    assertThat(ends.stream().map(OpenLineageSqlIT::facts))
        .containsExactly(
            tuple("COMPLETE", "session of app at mysql://db:3306", List.of(), List.of()),
            tuple(
                "COMPLETE",
                "INSERT+UPDATE shop.orders,shop.stock #",
                List.of("shop.carts"),
                List.of("shop.orders", "shop.stock")),
            tuple(
                "FAIL", "INSERT+UPDATE shop.orders,shop.stock #", List.of("shop.carts"), List.of()),
            tuple(
                "COMPLETE",
                "INSERT shop.report #",
                List.of("shop.orders"),
                List.of("shop.report")));
    assertThat(job(ends.get(1))).isEqualTo(job(ends.get(2)));
    for (JsonNode unit : ends.subList(1, 4)) {
      assertThat(unit.at("/run/facets/parent/run/runId")).isEqualTo(ends.get(0).at("/run/runId"));
      assertThat(unit.at("/run/facets/parent/job/name").asText()).isEqualTo(job(ends.get(0)));
    }
    JsonNode lineage = ends.get(1).at("/job/facets/lineage/entries");
    assertThat(datasets(lineage.at("/0/inputs"))).containsExactly("shop.carts");
    assertThat(datasets(lineage.at("/1/inputs"))).isEmpty();
    assertThat(ends.get(2).at("/run/facets/errorMessage/message").asText())
        .isEqualTo("rolled back");
    assertThat(ends.get(1).at("/job/facets/sql/query").asText())
        .isEqualTo(
            "INSERT INTO orders(id, total) SELECT id, ? FROM carts WHERE id = ?;\n"
                + "UPDATE stock SET n = n - ? WHERE id = ?");
  }

  @Test
  void namesJobsAlikeInEachImport() throws IOException {
    importLog("one", 8, 7);
    importLog("two", 19, 23);

    assertThat(ends("two").stream().map(OpenLineageSqlIT::job))
        .isEqualTo(ends("one").stream().map(OpenLineageSqlIT::job).toList());
  }

  @Test
  void writesSameEventsForTransactionAndForItsConnection() throws IOException {
    importLog("one", 8, 7);
    JsonNode transaction = ends("one").get(1);

    assertThat(ends("one", "process:3")).containsExactly(transaction);
    assertThat(ends("one", "mysql://db:3306/shop/stock")).contains(transaction);
  }

  @Test
  void writesOutputOfManyStatementsInTransaction() throws IOException {
    List<String> statements = new ArrayList<>(List.of("BEGIN"));
    for (int i = 0; i < 20; i++) {
      statements.add("INSERT INTO orders(id) SELECT id FROM carts WHERE id = " + i);
    }
    statements.add("COMMIT");
    importLog("many", 8, statements);

    JsonNode transaction = ends("many").get(1);

    assertThat(facts(transaction))
        .isEqualTo(
            tuple(
                "COMPLETE", "INSERT shop.orders #", List.of("shop.carts"), List.of("shop.orders")));
    assertThat(datasets(transaction.at("/job/facets/lineage/entries/0/inputs")))
        .containsExactly("shop.carts");
  }
}

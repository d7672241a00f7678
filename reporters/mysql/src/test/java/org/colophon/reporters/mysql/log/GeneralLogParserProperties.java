// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Tests records of several connections in any order. */
class GeneralLogParserProperties {
  /** A line of the log and the record that it must produce. */
  record Written(String line, String expected) {}

  @Property(tries = 2_000)
  void readsEachRecordOfAlternatingConnections(
      @ForAll("records") @Size(max = 12) List<Written> records,
      @ForAll @IntRange(min = 1) int piece) {
    StringBuilder log = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (Written record : records) {
      log.append(record.line());
      expected.add(record.expected());
    }
    CollectedRecords all = CollectedRecords.general(log.toString(), piece);
    assertThat(all.records).isEqualTo(expected);
    assertThat(all.problems).isEmpty();
  }

  @Provide
  Arbitrary<List<Written>> records() {
    Arbitrary<String> statements =
        Combinators.combine(statements(), tails()).as((statement, tail) -> statement + tail);
    Arbitrary<Written> queries =
        Combinators.combine(heads(), connections(), statements)
            .as((head, id, text) -> written(head, id, "Query", text, "QUERY"));
    Arbitrary<Written> others =
        Combinators.combine(heads(), connections(), commands())
            .as((head, id, command) -> written(head, id, command, "", kind(command)));
    return Arbitraries.frequencyOf(Tuple.of(2, queries), Tuple.of(1, others)).list();
  }

  private static Written written(String head, int id, String command, String text, String kind) {
    return new Written(
        "%s%6d %s\t%s%n".formatted(head, id, command, text), id + " " + kind + " " + text);
  }

  private static String kind(String command) {
    return switch (command) {
      case "Quit" -> "QUIT";
      case "Reset connection" -> "RESET";
      default -> "OTHER";
    };
  }

  private static Arbitrary<String> heads() {
    return Arbitraries.of("\t\t", "261121  3:02:57\t");
  }

  private static Arbitrary<Integer> connections() {
    return Arbitraries.integers().between(1, 3);
  }

  private static Arbitrary<String> commands() {
    return Arbitraries.of(
        "Quit", "Close stmt", "Reset stmt", "Ping", "Statistics", "Reset connection", "Set option");
  }

  private static Arbitrary<String> statements() {
    return Arbitraries.of(
        "begin",
        "commit",
        "select * from orders",
        "select i from t for update",
        "select 'a\n\t\t     5 Quit\t' from t",
        "insert into t values (1, '--'), (2, \"it's\")",
        "update `and` set a = null",
        "set autocommit = on",
        "show tables like 'a%'");
  }

  private static Arbitrary<String> tails() {
    return Arbitraries.of(
        "", ";", " ", "\n", " /* and */", " -- b", " # b", " /*! */", " /* a */\n-- b");
  }
}

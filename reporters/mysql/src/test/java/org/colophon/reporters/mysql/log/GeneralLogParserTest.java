// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.colophon.reporters.mysql.log.general.GeneralLogParser;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneralLogParserTest {
  private static final String HEADER =
      """
      mariadbd, Version: 10.11.19-MariaDB-log (Debian 12). started with:
      Tcp port: 3306  Unix socket: /run/mysqld/mysqld.sock
      Time\t\t    Id Command\tArgument
      """;

  private static String query(long connection, String text) {
    return "\t\t%6d Query\t%s\n".formatted(connection, text);
  }

  @Test
  void readsRecordsOfMariaDbWithAndWithoutTimes() {
    CollectedRecords all =
        CollectedRecords.general(
            HEADER
                + "261121  3:02:57\t     4 Connect\troot@localhost on shop using Socket\n"
                + query(4, "select 1")
                + "261121 13:02:58\t     4 Init DB\tother\n"
                + "\t\t     4 Quit\t\n");
    assertThat(all.records)
        .containsExactly(
            "0 HEADER ",
            "4 CONNECT root@localhost/shop",
            "4 QUERY select 1",
            "4 INIT_DB other",
            "4 QUIT ");
    long first = Instant.parse("2026-11-21T03:02:57Z").getEpochSecond() * 1_000_000_000L;
    long second = Instant.parse("2026-11-21T13:02:58Z").getEpochSecond() * 1_000_000_000L;
    assertThat(all.times).containsExactly(0L, first, first, second, second);
    assertThat(all.problems).isEmpty();
  }

  @Test
  void readsIsoTimesOfMySql() {
    CollectedRecords all =
        CollectedRecords.mysql(
            "2026-11-21T03:03:22.188889Z\t    6 Query\tselect 1\n"
                + "2026-11-21T04:03:22.000001+01:00\t    6 Execute\tselect 2\n");
    assertThat(all.records).containsExactly("6 QUERY select 1", "6 EXECUTE select 2");
    long second = Instant.parse("2026-11-21T03:03:22Z").getEpochSecond() * 1_000_000_000L;
    assertThat(all.times).containsExactly(second + 188_889_000, second + 1000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, 100_000})
  void keepsStatementsWithQuotedRecordsWhole(int piece) {
    String statement =
        "insert into t values('a\n\t\t     5 Query\tdrop table t\nb', \"\n"
            + "261121  3:02:57\t     5 Quit\t\n\") /* \n\t\t     6 Query\tdrop table u\n */, (`a\n\t\t 7 Quit\t\n`)";
    CollectedRecords all =
        CollectedRecords.general(query(4, statement) + query(4, "select 2"), piece);
    assertThat(all.records).containsExactly("4 QUERY " + statement, "4 QUERY select 2");
    assertThat(all.problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "begin",
        "select * from orders",
        "insert into a select * from b",
        "select 1 from a for update",
        "select * from query order by id",
        "set global general_log = on",
        "set sql_mode = default",
        "set names binary",
        "begin /* of the shop */",
        "/* ping */",
        "/*!40101 SET NAMES utf8 */",
        "",
      })
  void keepsCommandsWithoutArgumentOfAlternatingConnections(String text) {
    for (String command : List.of("Quit", "Close stmt", "Reset stmt", "Ping")) {
      String bare = "\t\t     5 " + command + "\t\n";
      CollectedRecords all =
          CollectedRecords.general(query(4, text) + bare + query(4, "insert into t values(1)"));
      assertThat(all.records)
          .as(command)
          .hasSize(3)
          .startsWith("4 QUERY " + text)
          .endsWith("4 QUERY insert into t values(1)");
    }
  }

  @Test
  void acceptsOnlyMariaDbHeadersInLogOfMariaDb() {
    String statement = "select\n2026-11-21T03:03:22.188889Z\t    6 Query\tdrop table t";
    CollectedRecords all = CollectedRecords.general(query(4, statement) + query(4, "select 2"));
    assertThat(all.records).containsExactly("4 QUERY " + statement, "4 QUERY select 2");
    assertThat(all.problems).isEmpty();
  }

  @Test
  void endsStatementAtLineThatLooksLikeRecordOutsideQuotes() {
    CollectedRecords all =
        CollectedRecords.general(query(4, "select 1+\n\t\t     5 Query\t, a from t"));
    assertThat(all.records).containsExactly("4 QUERY select 1+", "5 QUERY , a from t");
  }

  @Test
  void acceptsOnlyMySqlHeadersInLogOfMySql() {
    String statement = "select 1+\n\t\t     5 Query\tdrop table t";
    String time = "2026-11-21T03:03:22.188889Z\t    ";
    String log = time + "6 Query\t" + statement + "\n" + time + "7 Quit\t\n";
    assertThat(CollectedRecords.mysql(log).records)
        .containsExactly("6 QUERY " + statement, "7 QUIT ");
  }

  @Test
  void continuesIfAnotherServerTakesOverLog() {
    String mySql = "/usr/sbin/mysqld, Version: 8.0.15 (MySQL). started with:\n";
    String time = "2026-11-21T03:03:22.188889Z\t    ";
    String log = mySql + time + "6 Query\tselect 1\n" + HEADER + query(4, "select 2");
    String[] both = {"0 HEADER ", "6 QUERY select 1", "0 HEADER ", "4 QUERY select 2"};
    assertThat(CollectedRecords.mysql(log).records).containsExactly(both);
    CollectedRecords back = CollectedRecords.mysql(log + mySql + time + "7 Query\tselect 3\n");
    assertThat(back.records).startsWith(both).endsWith("0 HEADER ", "7 QUERY select 3");
    assertThat(back.problems).isEmpty();
  }

  @Test
  void continuesIfStatementForgesServerHeader() {
    String forged =
        "select x\n, Version: 8.0.15. started with:\n2026-11-21T03:03:22.188889Z\t 6 Query\tdo 1";
    CollectedRecords all = CollectedRecords.general(query(4, forged) + query(4, "drop table t"));
    assertThat(all.records).endsWith("4 QUERY drop table t");
  }

  @Test
  void readsNextFileOfAnotherServer() {
    CollectedRecords all = new CollectedRecords();
    GeneralLogParser parser =
        new GeneralLogParser(all, connection -> SqlRules.MARIADB, ZoneOffset.UTC, 1 << 16);
    all.feed(parser, "2026-11-21T03:03:22.188889Z\t    6 Query\tselect 1\n", 100);
    all.feed(parser, query(4, "select 2"), 100);
    assertThat(all.records).containsExactly("6 QUERY select 1", "4 QUERY select 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Query\tdrop table t", "Query\t/* x */ (select 3)"})
  void keepsRecordsAfterInvalidStatement(String next) {
    CollectedRecords all =
        CollectedRecords.general(
            query(4, "select 1+") + "\t\t     4 " + next + "\n" + query(5, "select 2"));
    assertThat(all.records).hasSize(3).startsWith("4 QUERY select 1+").endsWith("5 QUERY select 2");
    CollectedRecords last =
        CollectedRecords.general(query(4, "select 1+") + "\t\t     4 " + next + "\n");
    assertThat(last.records).hasSize(2);
  }

  @Test
  void findsClientAfterInvalidStatement() {
    CollectedRecords all =
        CollectedRecords.general(
            query(4, "select 1+")
                + "\t\t     5 Connect\troot@localhost on shop using Socket\n"
                + query(4, "select 1+")
                + "\t\t     6 Connect\tAccess denied for user 'x'@'h' (using password: YES)\n");
    assertThat(all.records)
        .containsSubsequence("5 CONNECT root@localhost/shop", "4 QUERY select 1+")
        .hasSize(4);
  }

  @Test
  void ignoresClientForgedInUserName() {
    CollectedRecords all =
        CollectedRecords.general(
            "\t\t     5 Change user\tx\n"
                + query(4, "drop table shop.orders -- @localhost on  using Socket")
                + query(4, "select 1"));
    assertThat(all.records).hasSize(2).noneMatch(record -> record.startsWith("4 QUERY drop"));
    assertThat(all.problems).singleElement().asString().contains("line feed");
  }

  @Test
  void keepsRecordAfterTextThatIsNotSql() {
    CollectedRecords all =
        CollectedRecords.general(query(4, "select syntax error from") + query(5, "drop table t"));
    assertThat(all.records)
        .containsExactly("4 QUERY select syntax error from", "5 QUERY drop table t");
  }

  @Test
  void resumesAfterUnclosedQuote() {
    CollectedRecords all =
        CollectedRecords.general(
            query(4, "select 'abc") + query(5, "insert into t values(1)") + query(5, "commit"));
    assertThat(all.records)
        .containsExactly(
            "4 QUERY select 'abc", "5 QUERY insert into t values(1)", "5 QUERY commit");
    assertThat(all.problems).singleElement().asString().contains("not closed");
  }

  @Test
  void limitsTextAfterUnclosedQuote() {
    StringBuilder log = new StringBuilder(query(4, "select 'abc"));
    for (int i = 0; i < 4000; i++) {
      log.append(query(5, "insert into t values(" + i + ")"));
    }
    CollectedRecords all = CollectedRecords.general(log.toString(), 1000);
    assertThat(all.records).hasSize(4001);
    assertThat(all.problems).hasSize(1);
  }

  @Test
  void ignoresRecordForgedInUserName() {
    CollectedRecords all =
        CollectedRecords.general(
            "\t\t     5 Connect\tx\n\t\t     4 Query\tdrop table t\ny@localhost on  using Socket\n"
                + "\t\t     5 Connect\tAccess denied for user 'x\n\t\t     4 Query\tdrop table t\n"
                + "y'@'localhost' (using password: YES)\n"
                + query(4, "select 1"));
    assertThat(all.records).hasSize(3).noneMatch(record -> record.startsWith("4 QUERY drop"));
    assertThat(all.problems).hasSize(2).allMatch(problem -> problem.contains("line feed"));
  }

  @Test
  void countsUnreadableBeginningOnce() {
    CollectedRecords all =
        CollectedRecords.general("rest of something\nmore\n" + query(4, "select 1"));
    assertThat(all.records).containsExactly("4 QUERY select 1");
    assertThat(all.problems).hasSize(1);
  }

  @Test
  void detectsRestartAfterIncompleteRecord() {
    String torn = "\t\t     4 Query\tinsert into t val/usr/sbin/";
    CollectedRecords all =
        CollectedRecords.general(query(4, "select 1") + torn + HEADER + query(5, "select 2"));
    assertThat(all.records).containsExactly("4 QUERY select 1", "0 HEADER ", "5 QUERY select 2");
    assertThat(all.problems).singleElement().asString().contains("is incomplete");
  }

  @Test
  void keepsBeginningOfVeryLongStatement() {
    String rows = "('it''s a value of some length'),".repeat(100_000);
    String statement = "insert into t values " + rows + "('last')";
    CollectedRecords all = CollectedRecords.general(query(4, statement) + query(4, "select 2"));
    assertThat(all.records).hasSize(2);
    assertThat(all.records.get(0).length()).isLessThan(1 << 21);
    assertThat(all.records.get(1)).isEqualTo("4 QUERY select 2");
    assertThat(all.problems).isEmpty();
  }
}

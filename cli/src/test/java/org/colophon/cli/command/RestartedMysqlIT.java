// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests definitions made before the reporter restarted and used afterwards. */
class RestartedMysqlIT {
  @TempDir private Path directory;
  private CommandTester tester;
  private Path log;

  @BeforeEach
  void begin() throws IOException {
    tester = new CommandTester(directory);
    log = directory.resolve("general.log");
    Files.writeString(
        log,
        """
        mariadbd, Version: 10.11.19-MariaDB-log (Debian 12). started with:
        Tcp port: 3306  Unix socket: /lab/db/s
        Time\t\t    Id Command\tArgument
        261121  3:02:57\t     4 Connect\troot@localhost on shop using Socket
        """);
  }

  /** Runs statements in the server. Then runs a reporter that reads the whole log and ends. */
  private void run(String... statements) throws IOException {
    StringBuilder more = new StringBuilder();
    for (String statement : statements) {
      more.append("\t\t     4 Query\t").append(statement).append('\n');
    }
    Files.writeString(log, more, StandardOpenOption.APPEND);
    CommandTester.Outcome outcome =
        tester.run(
            "import", "mysql", "server=db:3306", "literals=true", "log=" + log, "follow=false");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
  }

  private String lineage(String target) {
    return tester.run("lineage", target, "--data-only", "--depth", "20").out();
  }

  @Test
  void readsThroughAViewThatWasDefinedBefore() throws IOException {
    run("create view v as select a from t");
    run("insert into copy select * from v");
    assertThat(lineage("shop.copy")).contains("shop/t").doesNotContain("shop/v");
    run("drop view v");
    run("insert into second select * from v");
    assertThat(lineage("shop.second")).contains("shop/v").doesNotContain("shop/t");
  }

  @Test
  void callsRoutinesThatWereDefinedBefore() throws IOException {
    run(
        "create procedure p() insert into filled select * from origin",
        "create function f() returns int return (select max(a) from counted)");
    run("call p()", "insert into numbers select f()");
    assertThat(lineage("shop.filled")).contains("shop/origin");
    assertThat(lineage("shop.numbers")).contains("shop/counted");
  }

  @Test
  void tracesValueOfAVariableAcrossRestarts() throws IOException {
    run("set @x = (select max(a) from t)", "set @y = (select max(a) from other)");
    run("insert into numbers values (@x)");
    assertThat(lineage("shop.numbers")).contains("shop/t").doesNotContain("shop/other");
    run("prepare s from 'insert into later values (?)'", "execute s using @y");
    run("insert into later values (7)");
    assertThat(lineage("shop.later")).contains("shop/other").doesNotContain("shop/t");
  }

  @Test
  void linksATriggeredStatementToItsTriggeringStatement() throws IOException {
    run("create trigger r after insert on t for each row insert into audit values (new.a)");
    run("insert into t select a from origin");
    run("insert into audit values (new.a)");
    assertThat(lineage("shop.audit")).contains("shop/origin");
  }
}

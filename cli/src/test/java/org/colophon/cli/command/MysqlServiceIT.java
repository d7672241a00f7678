// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.service.Service;
import org.colophon.service.config.file.ConfigFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a server's log that a running service follows. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class MysqlServiceIT {
  private static final long LOOK_NANOS = 5_000_000;

  @TempDir private Path directory;
  private CommandTester tester;
  private Service service;
  private int lastQuery;

  @BeforeEach
  void begin() throws IOException {
    tester = new CommandTester(directory);
    serve();
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  private void serve() throws IOException {
    Path file = directory.resolve("colophon.yaml");
    Files.writeString(file, "attach:\n  roots: [" + directory + "]\n");
    service = Service.start(ConfigFile.read(file, tester.store));
  }

  private void log(String text, String access) throws IOException {
    String head = "20261121 03:02:57,host,ann,localhost,4," + ++lastQuery + ",";
    StringBuilder lines = new StringBuilder();
    for (String each : access.split(" ")) {
      lines.append(head).append(each.replace(":", ",shop,")).append(",\n");
    }
    lines.append(head).append("QUERY,shop,'").append(text).append("',0\n");
    Path log = directory.resolve("audit.log");
    Files.writeString(log, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private Outcome attach(String... more) {
    String[] line = new String[4 + more.length];
    System.arraycopy(
        new String[] {"attach", "mysql", "log=audit.log", "server=db:3306"}, 0, line, 0, 4);
    System.arraycopy(more, 0, line, 4, more.length);
    return tester.run(line);
  }

  private String await(String part) {
    while (true) {
      String lineage = tester.run("lineage", "shop.orders").out();
      if (lineage.contains(part)) {
        return lineage;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private JsonNode reporters() throws IOException {
    return new ObjectMapper().readTree(tester.run("reporters", "--json").out());
  }

  @Test
  void resumesWhenServiceOrReporterRestarts() throws IOException {
    log("create table orders (id int)", "CREATE:orders");
    log("insert into orders select id from raw", "WRITE:orders READ:raw");
    assertThat(attach("--id", "db", "--restart").out()).isEqualTo("db\n");
    await("shop/raw");

    stop();
    Files.move(directory.resolve("audit.log"), directory.resolve("audit.log.1"));
    log("insert into orders select id from late", "WRITE:orders READ:late");
    serve();
    assertThat(await("shop/late")).contains("shop/raw");
    assertThat(reporters().at("/0/refused").asLong()).isZero();
    assertThat(tester.run("detach", "db").exitCode()).isZero();

    log("insert into orders select id from last", "WRITE:orders READ:last");
    assertThat(attach().exitCode()).isZero();
    await("shop/last");
    String show = tester.run("show", "shop.orders").out();
    for (String source : new String[] {"raw", "late", "last"}) {
      assertThat(show).containsOnlyOnce("INSERT INTO orders SELECT id FROM " + source);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "log=pipe, 2, named pipe",
    "log=., 2, directory",
    "log=/etc/passwd, 3, attach.roots",
    "from=/etc/passwd, 3, attach.roots",
    "log=out/passwd, 3, attach.roots",
    "log=- , 2, standard input"
  })
  void rejectsAFileThatIsNotALog(String option, int exitCode, String part) throws Exception {
    new ProcessBuilder("mkfifo", directory.resolve("pipe").toString()).start().waitFor();
    Files.createSymbolicLink(directory.resolve("out"), Path.of("/etc"));

    Outcome outcome = tester.run("attach", "mysql", option);

    assertThat(outcome.err()).contains(part);
    assertThat(outcome.exitCode()).isEqualTo(exitCode);
    assertThat(reporters()).isEmpty();
  }

  @Test
  void showsTheLimitsOfTheLog() throws IOException {
    Files.writeString(
        directory.resolve("general.log"),
        """
        mariadbd, Version: 10.11.19-MariaDB-log (Debian 12). started with:
        Tcp port: 3306  Unix socket: /lab/db/s
        Time\t\t    Id Command\tArgument
        261121  3:02:57\t     4 Connect\troot@localhost on shop using Socket
        \t\t     4 Query\tinsert into orders select id from raw
        \t\t     4 Quit\t
        """);
    Outcome read = tester.run("attach", "mysql", "from=general.log", "server=db:3306");
    assertThat(read.exitCode()).as(read.err()).isZero();
    await("shop/raw");
    assertThat(tester.run("show", "shop.orders").out()).contains("sql/attempted");
    assertThat(tester.run("inspect", "shop.orders").out()).contains("sql/attempted");
  }
}

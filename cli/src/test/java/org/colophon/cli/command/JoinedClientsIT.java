// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.colophon.testing.servers.DatabaseServer;
import org.colophon.testing.servers.ServerKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests lineage from files through traced clients into the tables of a real server, and back. */
class JoinedClientsIT {
  private static final String SCRIPT =
      """
      set -e
      sort source.txt > in.csv
      sort other.txt > decoy.csv
      $M -e "load data local infile 'in.csv' into table shop.orders" &
      one=$!
      $M -e "load data local infile 'decoy.csv' into table shop.decoy" &
      wait $!
      wait $one
      $M -e "insert into shop.summary select id from shop.orders"
      $M -e "select * from shop.summary" > report.csv &
      one=$!
      $M -e "select * from shop.decoy" > decoy-report.csv &
      wait $!
      wait $one
      $M -e "select * from shop.summary into outfile '$PWD/out.csv'"
      $N -e "select * from shop.orders" > port.csv
      """;

  @TempDir private Path directory;
  private CommandTester tester;

  @BeforeEach
  void begin() {
    tester = new CommandTester(directory);
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private static void define(DatabaseServer server) throws SQLException {
    try (Connection connection = server.connect("");
        Statement statement = connection.createStatement()) {
      statement.execute("create database shop");
      for (String table : List.of("orders", "summary", "decoy")) {
        statement.execute("create table shop." + table + " (id int)");
      }
    }
  }

  private void trace(DatabaseServer server) throws IOException, InterruptedException {
    Files.writeString(directory.resolve("source.txt"), "2\n1\n");
    Files.writeString(directory.resolve("other.txt"), "4\n3\n");
    String client = "mariadb --no-defaults --user=root --local-infile=1 ";
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of("strace", "-f", "-ttt", "-s", "4096", "-o", at("trace"), "sh", "-c", SCRIPT));
    builder.environment().put("M", client + "--socket=" + server.socket());
    builder.environment().put("N", client + "--host=127.0.0.1 --port=" + server.port());
    Process process = builder.directory(directory.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private String lineage(String target, String... more) {
    List<String> words = new java.util.ArrayList<>(List.of("lineage", target));
    words.addAll(List.of("--data-only", "--depth", "40", "--format", "table"));
    words.addAll(List.of(more));
    CommandTester.Outcome outcome = tester.run(words.toArray(new String[0]));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome.out();
  }

  @ParameterizedTest
  @CsvSource({"false, false", "true, true"})
  void crossesFromFilesIntoTablesAndBack(boolean isAudit, boolean isLogFirst) throws Exception {
    try (DatabaseServer server =
        DatabaseServer.start(ServerKind.MARIADB, directory.resolve("server"))) {
      define(server);
      trace(server);
      Path log = isAudit ? server.auditLog() : server.generalLog();
      List<String> imported =
          List.of(
              "import",
              "mysql",
              "from=" + log,
              "server=db:" + server.port(),
              "socket=" + server.socket());
      List<String> traced =
          List.of("import", "strace", "from=" + at("trace"), "directory=" + directory);
      for (List<String> words :
          isLogFirst ? List.of(imported, traced) : List.of(traced, imported)) {
        CommandTester.Outcome outcome = tester.run(words.toArray(new String[0]));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
      }
    }
    assertThat(lineage("shop.orders"))
        .contains("source.txt", "in.csv")
        .doesNotContain("other.txt", "shop/decoy");
    for (String report : List.of("report.csv", "out.csv")) {
      assertThat(lineage(report))
          .contains("shop/summary", "shop/orders", "source.txt")
          .doesNotContain("other.txt", "shop/decoy");
    }
    assertThat(lineage("port.csv")).contains("shop/orders", "source.txt").doesNotContain("other");
    assertThat(lineage("decoy-report.csv"))
        .contains("shop/decoy", "other.txt")
        .doesNotContain("source.txt", "shop/orders");
    assertThat(lineage("source.txt", "--descendants"))
        .contains("shop/orders", "shop/summary", "report.csv", "out.csv", "port.csv")
        .doesNotContain("decoy");
    assertThat(tester.run("why", "report.csv", "source.txt").out()).contains("source.txt");
  }

  // --- clients that read and write ---

  /**
   * Program that inserts the rows of a file and writes the result of a query. It uses only read or
   * readv, and write. Arguments: socket, call, file to read, statement, query, file to write.
   */
  private static final String CLIENT =
      """
      import os, socket, struct, sys
      path, call, source, statement, query, result = sys.argv[1:]
      server = socket.socket(socket.AF_UNIX)
      server.connect(path)
      fd, have = server.fileno(), b''

      def more():
        if call == 'read':
          return os.read(fd, 4 if not have else 16384)
        parts = [bytearray(4), bytearray(16384)]
        count = os.readv(fd, parts)
        return b''.join(parts)[:count]

      def packet():
        global have
        while len(have) < 4 or len(have) < 4 + struct.unpack('<I', have[:3] + b'\\0')[0]:
          have += more()
        end = 4 + struct.unpack('<I', have[:3] + b'\\0')[0]
        body, have = have[4:end], have[end:]
        assert body[0] != 255, body
        return body

      def send(number, body):
        os.write(fd, struct.pack('<I', len(body))[:3] + bytes([number]) + body)

      packet()
      send(1, struct.pack('<IIB23x', 0x88200, 1 << 24, 33) + b'root\\0\\0mysql_native_password\\0')
      if packet()[0] == 254:
        send(3, b'')
        packet()
      with open(source) as file:
        rows = ','.join('(' + line.strip() + ')' for line in file)
      send(0, b'\\3' + (statement + ' ' + rows).encode())
      packet()
      send(0, b'\\3' + query.encode())
      packet()
      for ends in range(2):
        body = packet()
        rows = []
        while body[0] != 254:
          rows.append(body[1:])
          body = packet()
      with open(result, 'wb') as file:
        file.write(b'\\n'.join(rows))
      """;

  private List<String> client(DatabaseServer server, String call, String table) {
    return List.of(
        "python3",
        at("client.py"),
        server.socket().toString(),
        call,
        at(table + ".txt"),
        "insert into shop." + table + " values",
        "select id from shop." + table,
        at(table + ".csv"));
  }

  /** The command's own strace traces one client. The attached reporter traces the other. */
  @ParameterizedTest
  @CsvSource({"MARIADB, strace", "MYSQL_8, strace", "MARIADB, ebpf"})
  void joinsClientsThatReadAndWriteTheirSockets(ServerKind kind, String source) throws Exception {
    Files.writeString(directory.resolve("client.py"), CLIENT);
    Files.writeString(directory.resolve("orders.txt"), "1\n2\n");
    Files.writeString(directory.resolve("decoy.txt"), "3\n");
    try (DatabaseServer server = DatabaseServer.start(kind, directory.resolve("server"))) {
      define(server);
      List<String> live = new ArrayList<>(List.of("trace", "--with", source));
      live.addAll(source.equals("strace") ? List.of("--reads", "--") : List.of("--"));
      live.addAll(client(server, "read", "orders"));
      CommandTester.Outcome traced = tester.run(live.toArray(new String[0]));
      KernelEvents.assumeFor(source, traced);
      assertThat(traced.exitCode()).as(traced.err()).isZero();
      List<String> saved =
          new ArrayList<>(List.of("strace", "-f", "-ttt", "-s", "4096", "-o", at("trace")));
      saved.addAll(client(server, "readv", "decoy"));
      Process process = new ProcessBuilder(saved).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(said).isZero();
      run("import", "strace", "from=" + at("trace"), "directory=" + directory);
      String name = "server=db:" + server.port();
      run("import", "mysql", "from=" + server.generalLog(), name, "socket=" + server.socket());
    }
    assertThat(lineage("orders.csv")).contains("shop/orders", "orders.txt").doesNotContain("decoy");
    assertThat(lineage("decoy.csv")).contains("shop/decoy", "decoy.txt").doesNotContain("orders");
  }

  // --- logs without a server ---

  private static String audit(Instant at, String text) {
    return DateTimeFormatter.ofPattern("yyyyMMdd HH:mm:ss").withZone(ZoneOffset.UTC).format(at)
        + ",host,root,localhost,"
        + text
        + "\n";
  }

  private static String select(Instant at, String table) {
    return audit(at, "3,0,CONNECT,,,0")
        + audit(at, "3,9,READ,shop," + table + ",")
        + audit(at, "3,9,QUERY,,'select * from shop." + table + "',0")
        + audit(at, "3,0,DISCONNECT,,,0");
  }

  private static String client(Instant at, String file) {
    String time = "7 " + at.getEpochSecond() + ".500000 ";
    String greeting = "J\\0\\0\\0\\n8.0.36\\0\\3\\0\\0\\0abcdefgh\\0\\377\\367";
    return String.join(
            "\n",
            time + "execve(\"/bin/db\", [\"db\"], 0x7f /* 3 vars */) = 0",
            time + "socket(AF_UNIX, SOCK_STREAM, 0) = 3",
            time + "connect(3, {sa_family=AF_UNIX, sun_path=\"/run/db.sock\"}, 110) = 0",
            time + "recvfrom(3, \"" + greeting + "\", 16384, 0, NULL, NULL) = 27",
            time + "sendto(3, \"\\24\\0\\0\\0\\3select\", 24, 0, NULL, 0) = 24",
            time + "recvfrom(3, \"\\1\\0\\0\\1\\1\", 16384, 0, NULL, NULL) = 5",
            time + "openat(AT_FDCWD, \"" + file + "\", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 4",
            time + "write(4, \"x\", 1) = 1",
            "7 " + at.getEpochSecond() + ".600000 +++ exited with 0 +++")
        + "\n";
  }

  /** Two connections have the same number, because the server restarted in between. */
  @Test
  void distinguishesConnectionsWhenNumbersStartOver() throws Exception {
    Instant first = Instant.parse("2026-11-21T03:00:00Z");
    Instant second = first.plusSeconds(60);
    Files.writeString(
        directory.resolve("audit.log"), select(first, "before") + select(second, "after"));
    run("import", "mysql", "from=" + at("audit.log"), "time-zone=UTC", "socket=/run/db.sock");
    Files.writeString(directory.resolve("one"), client(first, "/r/one.csv"));
    Files.writeString(directory.resolve("two"), client(second, "/r/two.csv"));
    Files.writeString(directory.resolve("none"), client(second.plusSeconds(60), "/r/none.csv"));
    run("import", "strace", "from=" + at("one"));
    run("import", "strace", "from=" + at("two"));
    run("import", "strace", "from=" + at("none"));
    assertThat(lineage("/r/one.csv")).contains("shop/before").doesNotContain("shop/after");
    assertThat(lineage("/r/two.csv")).contains("shop/after").doesNotContain("shop/before");
    assertThat(lineage("/r/none.csv"))
        .as("client whose connection is in no log is joined to none")
        .doesNotContain("shop", "connection");
  }

  private void run(String... words) {
    CommandTester.Outcome outcome = tester.run(words);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
  }
}

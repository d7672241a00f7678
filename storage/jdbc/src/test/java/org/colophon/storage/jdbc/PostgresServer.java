// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.Driver;

/**
 * A PostgreSQL server for tests on loopback, in a temporary directory, under an unprivileged user.
 * When this JVM ends in any way, a pipe to it closes. Then the server ends and its directory is
 * deleted.
 */
final class PostgresServer {
  static final String USER = "colophon";

  private static final String PASSWORD = "quoted ' \"\\ and long";
  private static final long STARTING_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Path directory;
  private final Path binaries;
  private final int port;
  private Process process;

  private PostgresServer() throws IOException {
    directory = Files.createTempDirectory(Path.of("/tmp"), "colophon-postgres");
    binaries = binaries();
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
  }

  /** The server of all tests, started on first use. */
  private static final class Shared {
    static final PostgresServer SERVER = start();

    private Shared() {}
  }

  static PostgresServer shared() {
    return Shared.SERVER;
  }

  /** Starts a separate server, which the caller may stop. */
  static PostgresServer start() {
    try {
      PostgresServer server = new PostgresServer();
      server.create();
      server.run();
      return server;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("PostgreSQL does not start", e);
    }
  }

  private static Path binaries() throws IOException {
    TreeSet<Path> versions = new TreeSet<>();
    Path all = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(all)) {
      try (DirectoryStream<Path> each = Files.newDirectoryStream(all)) {
        each.forEach(
            version -> {
              if (Files.exists(version.resolve("bin/initdb"))) {
                versions.add(version.resolve("bin"));
              }
            });
      }
    }
    if (versions.isEmpty()) {
      throw new AssertionError("these tests need PostgreSQL: apt-get install postgresql");
    }
    return versions.last();
  }

  private void create() throws IOException, InterruptedException {
    Files.writeString(directory.resolve("password"), PASSWORD + "\n");
    Files.setPosixFilePermissions(
        directory.resolve("password"), PosixFilePermissions.fromString("rw-------"));
    if (isRoot()) {
      must(new ProcessBuilder("chown", "-R", "nobody", directory.toString()));
    }
    must(
        asUser(
            binaries.resolve("initdb")
                + " -D data -U "
                + USER
                + " --pwfile=password"
                + " -A scram-sha-256 --no-sync --no-locale -E UTF8 > initdb.log 2>&1"));
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** Returns a shell command that runs in the directory as an unprivileged user. */
  private ProcessBuilder asUser(String script) {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", "nobody", "--"));
    }
    command.addAll(List.of("sh", "-c", script));
    return new ProcessBuilder(command).directory(directory.toFile());
  }

  private void must(ProcessBuilder command) throws IOException, InterruptedException {
    Process run = command.redirectErrorStream(true).start();
    String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (run.waitFor() != 0) {
      throw new AssertionError(command.command() + " failed: " + said + ", see " + directory);
    }
  }

  /** Starts the server again after {@link #kill}. */
  void run() throws IOException, InterruptedException {
    String server =
        binaries.resolve("postgres")
            + " -D data -c listen_addresses=127.0.0.1 -p "
            + port
            + " -c unix_socket_directories= -c fsync=off -c full_page_writes=off"
            + " -c shared_buffers=32MB -c autovacuum=off -c max_connections=40";
    process =
        asUser(
                server
                    + " > server.log 2>&1 & cat > /dev/null; kill -QUIT $!; wait;"
                    + " [ -e keep ] || rm -rf \"$PWD\"")
            .start();
    long deadline = System.nanoTime() + STARTING_NANOS;
    while (true) {
      try {
        connect().close();
        return;
      } catch (SQLException e) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("PostgreSQL does not start, see " + directory, e);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
  }

  /** Kills the server, like a power failure that spares the disk. */
  void kill() throws IOException, InterruptedException {
    Files.writeString(directory.resolve("keep"), "");
    end();
    Files.delete(directory.resolve("keep"));
  }

  private void end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    process.waitFor();
  }

  /** Stops the server permanently. */
  void stop() throws IOException, InterruptedException {
    end();
  }

  Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", USER);
    properties.setProperty("password", PASSWORD);
    return new Driver().connect(url(), properties);
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  }

  /** Returns the options with which an adapter uses this server. */
  Map<String, String> options(String schema) {
    return Map.of(
        "url",
        url(),
        "user",
        USER,
        "password-file",
        directory.resolve("password").toString(),
        "schema",
        schema);
  }

  long number(String sql) {
    try (Connection connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  void execute(String sql) {
    try (Connection connection = connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }
}

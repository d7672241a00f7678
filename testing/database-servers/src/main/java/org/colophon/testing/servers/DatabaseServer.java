// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Server with data, socket and logs in one directory, on a port of the loopback address. Creation
 * starts it, and {@link #close} stops it. May be killed and restarted on the same data. One thread.
 *
 * <p>The general query log is on. MariaDB also logs with server_audit. User root has no password.
 */
public final class DatabaseServer implements AutoCloseable {
  /** Directory of MariaDB's plug-ins in the system packages, with server_audit.so. */
  public static final Path PLUGINS = Path.of("/usr/lib/mysql/plugin");

  private static final long START_SECONDS = 120;
  private static final long STOP_SECONDS = 60;

  private final ServerKind kind;
  private final Path directory;
  private final Path programs;
  private final List<String> options;
  private final int port;
  private @Nullable Process process;

  private DatabaseServer(ServerKind kind, Path directory, Path programs, List<String> options)
      throws IOException {
    this.kind = kind;
    this.directory = directory;
    this.programs = programs;
    this.options = List.copyOf(options);
    this.port = freePort();
  }

  /**
   * Starts a server with new data.
   *
   * @param directory directory for all files
   * @param options further options of the server
   */
  public static DatabaseServer start(ServerKind kind, Path directory, String... options)
      throws IOException {
    Path shared = Path.of("/tmp", "colophon-" + kind + "-" + user()); // large, and kept
    return start(kind, directory, shared, options);
  }

  /** Starts a server with shared MySQL programs. */
  private static DatabaseServer start(
      ServerKind kind, Path directory, Path programs, String... options) throws IOException {
    Files.createDirectories(directory);
    DatabaseServer server =
        new DatabaseServer(kind, directory.toAbsolutePath(), programs, List.of(options));
    server.prepare();
    server.start();
    return server;
  }

  private static String user() {
    return System.getProperty("user.name");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  // --- paths ---

  public ServerKind kind() {
    return kind;
  }

  public int port() {
    return port;
  }

  public Path directory() {
    return directory;
  }

  public Path socket() {
    return directory.resolve("sock");
  }

  public Path generalLog() {
    return directory.resolve("general.log");
  }

  /** Returns the log of server_audit, which only MariaDB has. */
  public Path auditLog() {
    return directory.resolve("audit.log");
  }

  public Path dataDirectory() {
    return directory.resolve("data");
  }

  /**
   * Returns a directory of this server alone, since a starting server removes all temporary tables
   * in it.
   */
  private Path temporaryDirectory() {
    return directory.resolve("temporary");
  }

  public long pid() {
    return process().pid();
  }

  // --- start and stop ---

  private void prepare() throws IOException {
    Files.createDirectories(temporaryDirectory());
    if (!kind.isMariaDb()) {
      make(programs, made -> MySqlArchive.unpack(kind, made));
    }
    Path template = template();
    make(template, this::initialize);
    Commands.run("cp", "-r", template.toString(), dataDirectory().toString());
  }

  /**
   * Returns the directory with initial data that all servers of a version copy, since
   * initialization takes seconds. Each version of the system's MariaDB has its own.
   */
  private Path template() throws IOException {
    String version = "";
    if (kind.isMariaDb()) {
      version = "-" + Integer.toHexString(Commands.run("mariadbd", "--version").hashCode());
    }
    return programs.resolveSibling(programs.getFileName() + "-data" + version);
  }

  private void initialize(Path data) throws IOException {
    if (kind.isMariaDb()) {
      Commands.run(
          "mariadb-install-db",
          "--no-defaults",
          "--user=" + user(),
          "--datadir=" + data,
          "--auth-root-authentication-method=normal",
          "--skip-test-db");
    } else {
      List<String> command = new ArrayList<>(base(data));
      command.add("--initialize-insecure");
      Commands.run(builder(command));
      Files.deleteIfExists(data.resolve("auto.cnf")); // has the server's unique id
    }
  }

  @FunctionalInterface
  private interface DirectoryMaker {
    void fill(Path directory) throws IOException;
  }

  /** Makes a shared directory unless it exists. Several JVMs may try at the same time. */
  private static void make(Path directory, DirectoryMaker maker) throws IOException {
    synchronized (DatabaseServer.class) {
      if (!Files.exists(directory)) {
        Path made = Files.createTempDirectory(directory.getParent(), "colophon-server");
        maker.fill(made);
        try {
          Files.move(made, directory);
        } catch (IOException e) {
          if (!Files.exists(directory)) {
            throw e;
          }
          Commands.run("rm", "-rf", made.toString());
        }
      }
    }
  }

  private List<String> base(Path data) {
    List<String> command = new ArrayList<>();
    command.add(kind.isMariaDb() ? "mariadbd" : programs.resolve("bin/mysqld").toString());
    command.add("--no-defaults");
    command.add("--user=" + user());
    command.add("--datadir=" + data);
    command.add("--tmpdir=" + temporaryDirectory());
    if (!kind.isMariaDb()) {
      command.add("--basedir=" + programs);
      // Data survives a killed server, but not a power failure.
      command.add("--innodb-flush-method=nosync");
      command.add("--innodb-log-file-size=4M");
    }
    return command;
  }

  private List<String> command() {
    List<String> command = new ArrayList<>(base(dataDirectory()));
    command.addAll(
        List.of(
            "--socket=" + socket(),
            "--port=" + port,
            "--bind-address=127.0.0.1",
            "--pid-file=" + directory.resolve("pid"),
            "--general-log=1",
            "--general-log-file=" + generalLog(),
            "--server-id=1",
            "--secure-file-priv=",
            "--local-infile=1",
            "--innodb-flush-log-at-trx-commit=2"));
    switch (kind) {
      case MARIADB ->
          command.addAll(
              List.of(
                  "--plugin-dir=" + PLUGINS,
                  "--plugin-load-add=server_audit",
                  "--server-audit-logging=ON",
                  "--server-audit-query-log-limit=65535",
                  "--server-audit-file-path=" + auditLog(),
                  "--server-audit-events=CONNECT,QUERY,TABLE"));
      case MYSQL_8 ->
          command.addAll(
              List.of("--mysqlx=0", "--default-authentication-plugin=mysql_native_password"));
      case MYSQL_5 -> {
        // No further options.
      }
    }
    command.addAll(options);
    return command;
  }

  private ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LD_LIBRARY_PATH", programs.resolve("lib").toString());
    return builder;
  }

  /** Starts the server and returns when it answers. */
  public void start() throws IOException {
    Path output = directory.resolve("server.out");
    process =
        builder(command())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!answers()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new IOException(kind + " does not start:\n" + Files.readString(output));
      }
      pause();
    }
  }

  private boolean answers() {
    if (!Files.exists(socket())) {
      return false;
    }
    try (Connection connection = connect("")) {
      return connection.isValid(1);
    } catch (SQLException e) {
      // The server does not accept connections yet.
      return false;
    }
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private Process process() {
    return Objects.requireNonNull(process);
  }

  /** Kills the server without a shutdown. */
  public void kill() throws IOException {
    process().destroyForcibly();
    await();
  }

  private void await() throws IOException {
    try {
      if (!process().waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process().destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Shuts the server down. */
  public void stop() throws IOException {
    process().destroy();
    await();
  }

  /** Kills the server, since its data is not read again. */
  @Override
  public void close() throws IOException {
    kill();
  }

  // --- use ---

  /** Returns the JDBC address, to which further parameters with ampersands can be appended. */
  public String url(String database) {
    return "jdbc:mariadb://127.0.0.1:"
        + port
        + "/"
        + database
        + "?user=root&sslMode=disable&allowMultiQueries=true&allowLocalInfile=true";
  }

  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database));
  }

  /** Runs a script in one connection of the command-line client, which ignores errors. */
  public String script(String sql) throws IOException {
    Path file = Files.createTempFile(directory, "script", ".sql");
    Files.writeString(file, sql);
    ProcessBuilder client =
        new ProcessBuilder(
            "mariadb",
            "--no-defaults",
            "--socket=" + socket(),
            "--user=root",
            "--force",
            "--comments",
            "--local-infile=1");
    client.redirectInput(file.toFile()).redirectErrorStream(true);
    Process running = client.start();
    String output =
        new String(
            running.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.ISO_8859_1);
    try {
      running.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    Files.delete(file);
    return output;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.Main;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.config.CatchUpMark;
import org.colophon.cli.config.Store;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the service as a separate process and sends it signals. Tests its errors in this process.
 */
@Timeout(60)
class ServeCommandIT {
  /** Prints the datagrams that a Unix socket receives, each on a line, until it is killed. */
  private static final String RECEIVER =
      """
      import socket, sys
      name = sys.argv[1]
      receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      receiver.settimeout(30)
      receiver.bind('\\0' + name[1:] if name[0] == '@' else name)
      print('bound')
      while True:
          print(receiver.recv(4096).decode().replace('\\n', ' '))
      """;

  @TempDir private Path directory;

  private CommandTester tester;
  private Path file;

  @BeforeEach
  void record() {
    tester = new CommandTester(directory);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    file = directory.resolve("colophon.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void servesUntilASignal(String signal) throws Exception {
    try (Served served = new Served()) {
      assertThat(served.log("listening on "))
          .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO Service: .*/socket");
      assertThat(served.get("/healthz")).startsWith("HTTP/1.1 200");
      assertThat(served.get("/v1/lineage?target=/b&format=tree")).contains("/bin/cp");

      served.signal(signal);

      assertThat(served.end()).isZero();
      assertThat(tester.store.resolve("socket")).doesNotExist();
    }
    assertThat(tester.run("snapshot", "afterwards").exitCode()).isZero();
  }

  @Test
  void reportsRecoveryAfterAKill() throws Exception {
    try (Served served = new Served()) {
      served.log("listening on ");
      served.process.destroyForcibly().waitFor();
    }
    try (Served served = new Served()) {
      assertThat(served.log("recovered")).contains("WARNING", "journal frames up to LSN");
      served.signal("TERM");
      assertThat(served.end()).isZero();
    }
  }

  @Test
  void reloadsChangesOnHangup() throws Exception {
    Files.writeString(file, "attach:\n  commands: false\n");
    try (Served served = new Served("--config", file.toString())) {
      served.log("listening on ");
      Files.writeString(file, "attach:\n  commands: true\nlimits:\n  nodes: 7\n");
      served.signal("HUP");
      assertThat(served.log("configuration applied")).endsWith("needed for: limits");

      Files.writeString(file, "atach: {}\n");
      served.signal("HUP");
      assertThat(served.log("configuration is unchanged"))
          .contains(file + ":1: there is no key atach");

      served.signal("TERM");
      assertThat(served.end()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void reportsStatesAndFeedsWatchdogOfServiceManager(boolean isAbstract) throws Exception {
    Files.writeString(file, "{}");
    String socket = (isAbstract ? "@" : "") + directory.resolve("notify");
    Process manager = new ProcessBuilder("python3", "-uc", RECEIVER, socket).start();
    try (BufferedReader states = manager.inputReader()) {
      assertThat(states.readLine()).isEqualTo("bound");
      try (Served served =
          new Served(
              List.of("NOTIFY_SOCKET=" + socket, "WATCHDOG_USEC=500000"),
              "--config",
              file.toString())) {
        assertThat(states.readLine()).isEqualTo("READY=1 STATUS=recording");
        assertThat(states.readLine()).isEqualTo("WATCHDOG=1");
        assertThat(states.readLine()).isEqualTo("WATCHDOG=1");
        served.signal("HUP");
        assertThat(next(states)).matches("RELOADING=1 MONOTONIC_USEC=[0-9]+");
        assertThat(next(states)).isEqualTo("READY=1");
        served.signal("TERM");
        assertThat(next(states)).startsWith("STOPPING=1");
        assertThat(served.end()).isZero();
      }
    } finally {
      manager.destroyForcibly().onExit().join();
    }
  }

  /** Returns the next state that is not a watchdog message. */
  private static String next(BufferedReader states) throws IOException {
    String state = states.readLine();
    while (state.equals("WATCHDOG=1")) {
      state = states.readLine();
    }
    return state;
  }

  @Test
  void logsJsonObjectsOnRequest() throws Exception {
    Files.writeString(file, "log:\n  format: json\n");
    for (String[] options :
        new String[][] {{"--config", file.toString()}, {"--log-format", "json"}}) {
      try (Served served = new Served(options)) {
        assertThat(JsonMapper.builder().build().readTree(served.log("listening on ")).fieldNames())
            .toIterable()
            .containsExactly("time", "level", "logger", "thread", "message");
        served.signal("TERM");
        assertThat(served.end()).isZero();
      }
    }
  }

  @Test
  void waitsForAProcessThatOnlyBringsAnAdapterUpToDate() throws Exception {
    try (Served served = CatchUpMark.around(tester.store, this::serveUntilRefused)) {
      served.log("listening on ");
      assertThat(served.get("/healthz")).startsWith("HTTP/1.1 200");
    }
  }

  /** Starts the service while this process has the store open. */
  private Served serveUntilRefused() {
    Kernel kernel = new Store(tester.store, text -> {}).openKernel(List.of());
    try (kernel) {
      Served served = new Served();
      assertThat(served.log("waiting for it")).contains("process " + ProcessHandle.current().pid());
      return served;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void permitsReadersAndNamesTheWriterInErrors() throws Exception {
    try (Served served = new Served()) {
      served.log("listening on ");

      assertThat(tester.run("lineage", "/b").exitCode()).isZero();
      for (String command : new String[] {"snapshot --embedded", "serve"}) {
        Outcome refused = tester.run(command.split(" "));
        assertThat(refused.exitCode()).isEqualTo(ExitCode.TROUBLE);
        assertThat(refused.err())
            .contains("being written by process " + served.process.pid() + ", a service")
            .contains(tester.store.resolve("socket").toString())
            .contains("kill " + served.process.pid(), "--store DIR");
      }
    }
  }

  @Test
  void exitsWithThreeWhenPortIsInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      Files.writeString(file, "listen:\n  tcp: " + address + "\n");

      Outcome outcome = tester.run("serve", "--config", file.toString());

      assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
      assertThat(outcome.err()).contains("cannot listen on", address);
      assertThat(tester.run("snapshot", "afterwards").exitCode()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'listn: {}', there is no key listn",
    "'adapters: [{engine: neo5j}]', neo5j",
    "'adapters: [{engine: neo4j}]', no storage engine 'neo4j'",
    "'reporters: [{reporter: strase}]', colophon.yaml:1: no reporter 'strase'",
    "'reporters: [{reporter: fuse, options: {source: /x}}]', colophon.yaml:1: fuse wants mount=",
    "'reporters: [{reporter: dsl, options: {fifo: /x}}]', colophon.yaml:1: dsl has no option 'fifo'"
  })
  void exitsWithTwoWhenConfigurationIsWrong(String yaml, String complaint) throws IOException {
    Files.writeString(file, yaml);

    Outcome outcome = tester.run("serve", "--config", "colophon.yaml");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains(complaint);
  }

  @Test
  void exitsWithTwoWhenThereIsNoConfiguration() {
    Outcome outcome = tester.run("serve", "--config", "nowhere.yaml");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains(directory.resolve("nowhere.yaml").toString());
  }

  @Test
  void printsAConfigurationThatItAccepts() throws IOException {
    Outcome printed = tester.run("serve", "--print-config", "--store", "other");
    Files.writeString(file, printed.out());

    assertThat(printed.out()).contains("store: " + directory.resolve("other"));
    Outcome checked = tester.run("serve", "--config", "colophon.yaml", "--check-config");
    assertThat(checked.exitCode()).isZero();
    assertThat(checked.err()).contains("the configuration is valid");
  }

  @Test
  void checksConfigurationWithoutOpeningOptionalPlugins() throws IOException {
    Files.writeString(file, "adapters: [{engine: rocksdb}, {engine: neo4j}]");

    try (CheckoutPlugins plugins = new CheckoutPlugins()) {
      Outcome outcome = tester.run("serve", "--config", "colophon.yaml", "--check-config");

      assertThat(outcome.exitCode()).isZero();
      assertThat(plugins.isOpen("neo4j")).isFalse();
    }
  }

  @Test
  void checksThatTheDirectoriesInAttachRootsExist() throws IOException {
    Files.writeString(file, "attach:\n  roots:\n    - .\n    - none\n");

    Outcome outcome = tester.run("serve", "--config", "colophon.yaml", "--check-config");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err())
        .contains(
            "colophon.yaml:4: attach.roots: there is no directory " + directory.resolve("none"));
  }

  @ParameterizedTest
  @CsvSource({
    "'adapters: [{engine: rocksdb, options: {colour: red}}]', colophon.yaml:1: ",
    "'store: colophon.yaml/store', 'colophon.yaml is no directory'",
    "'listen: {socket: colophon.yaml}', 'colophon.yaml is not a socket'",
    "'listen: {tcp: 127.0.0.1:0, tls: {certificate: none.pem, key: none.key}}', cannot use listen.tls",
    "'listen: {tcp: 127.0.0.1:0, token: colophon.yaml}', can be read by others"
  })
  void reportsProblemsOfAStartWithoutStarting(String yaml, String complaint) throws IOException {
    Files.writeString(file, yaml);

    Outcome outcome = tester.run("serve", "--config", "colophon.yaml", "--check-config");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains(complaint);
  }

  /** A child process that serves the store. */
  private final class Served implements AutoCloseable {
    private final Process process;
    private final BufferedReader err;

    Served(String... more) throws IOException {
      this(List.of(), more);
    }

    /**
     * Starts the service.
     *
     * @param variables environment variables, as {@code NAME=value}
     */
    Served(List<String> variables, String... more) throws IOException {
      // Shells start background processes with these signals ignored; the service must not ignore
      // them.
      List<String> line = new ArrayList<>(List.of("env", "--default-signal=INT,HUP"));
      line.addAll(variables);
      line.addAll(java(more));
      process = new ProcessBuilder(line).start();
      err = process.errorReader(StandardCharsets.UTF_8);
    }

    private List<String> java(String... more) {
      String[] line = {
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-Xmx128m",
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName(),
        "serve",
        "--store",
        tester.store.toString()
      };
      String[] whole = Arrays.copyOf(line, line.length + more.length);
      System.arraycopy(more, 0, whole, line.length, more.length);
      return List.of(whole);
    }

    /** Returns the next line of the log that contains a text. */
    String log(String part) throws IOException {
      StringBuilder passed = new StringBuilder();
      for (String line = err.readLine(); line != null; line = err.readLine()) {
        passed.append(line).append('\n');
        if (line.contains(part)) {
          return line;
        }
      }
      throw new AssertionError("ended without printing '" + part + "':\n" + passed);
    }

    /** Returns the whole answer to a GET request. */
    String get(String path) throws IOException {
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        channel.connect(UnixDomainSocketAddress.of(tester.store.resolve("socket")));
        channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
        InputStream in = Channels.newInputStream(channel);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        in.transferTo(answer);
        return answer.toString(StandardCharsets.UTF_8);
      }
    }

    void signal(String name) throws Exception {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    int end() throws InterruptedException {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("ends within 30 seconds").isTrue();
      return process.exitValue();
    }

    @Override
    public void close() {
      process.destroyForcibly().onExit().join();
    }
  }
}

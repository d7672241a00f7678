// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.colophon.cli.Main;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.host.HostInfo;
import org.colophon.core.host.StoreHost;
import org.colophon.service.Service;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.principal.Principals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests commands that report to the service of another host, which is not always reachable. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class OutboxIT {
  private static final long POLL_NANOS = 20_000_000;
  private static final StoreHost OWN = HostInfo.ofThisMachine().owner();

  /** Copies a file, waits, and copies the copy. */
  private static final String SCRIPT =
      "cat in.txt > a.txt; until [ -e go ]; do sleep 0.05; done; cat a.txt > b.txt";

  @TempDir private Path temporary;

  private Path directory;
  private CommandTester central;
  private CommandTester outbox;
  private CommandTester tester;
  private Process started;
  private Service service;
  private int port;

  @BeforeEach
  void prepare() throws IOException {
    directory = temporary.toRealPath();
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    tester = new CommandTester(directory).withStrace();
    central = new CommandTester(directory.resolve("central"));
    new StoreHost("a".repeat(32), "central").write(central.store);
    startService();
    stopService();
    String token =
        new Principals(central.store)
            .add("own", null, List.of("report"), List.of(OWN.id()), List.of("*"));
    Files.writeString(directory.resolve("token"), token);
    Files.writeString(directory.resolve("in.txt"), "in\n");
    outbox =
        new CommandTester(directory)
            .with(
                "COLOPHON_STORE",
                directory.resolve(".local/state/colophon/outbox/127.0.0.1_" + port).toString());
  }

  @AfterEach
  void endAll() throws IOException {
    Files.writeString(directory.resolve("go"), "");
    if (started != null) {
      started.destroyForcibly().onExit().join();
    }
    stopService();
  }

  private void startService() {
    service =
        Service.start(
            ServiceConfig.of(central.store)
                .withListen(
                    new ListenConfig(
                        Optional.empty(),
                        Optional.of(TcpConfig.loopback(port)),
                        Optional.empty())));
  }

  private void stopService() {
    if (service != null) {
      assertThat(service.stop()).isTrue();
      service = null;
    }
  }

  private List<String> words(String... command) {
    List<String> words = new ArrayList<>(List.of("trace", "--to", "http://127.0.0.1:" + port));
    words.addAll(List.of("--token-file", directory.resolve("token").toString()));
    words.addAll(List.of(command));
    return words;
  }

  /** Traces a command in this process. */
  private Outcome trace(String... command) {
    Outcome outcome = tester.run(words(command).toArray(new String[0]));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome;
  }

  /** Traces the script in a separate process, which shares the outbox. */
  private void startScript() throws IOException {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m", "-cp"));
    all.addAll(List.of(System.getProperty("java.class.path"), Main.class.getName()));
    all.addAll(words("--", "sh", "-c", SCRIPT));
    ProcessBuilder builder = new ProcessBuilder(all).directory(directory.toFile());
    builder.environment().put("HOME", directory.toString());
    builder.environment().remove("XDG_STATE_HOME");
    Path log = directory.resolve("script.log");
    started = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private String log() throws IOException {
    return Files.readString(directory.resolve("script.log"));
  }

  private String at(String file) {
    return directory.resolve(file).toString();
  }

  /** Waits until a store has the origin of a file. */
  private void awaitLineage(CommandTester where, String file, String... host) throws IOException {
    List<String> question = new ArrayList<>(List.of("lineage", at(file)));
    question.addAll(List.of(host));
    while (!where.run(question.toArray(new String[0])).out().contains("in.txt")) {
      assertThat(started.isAlive()).as(log()).isTrue();
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Compares the LSN and the time of every edge between the service's copy and the outbox. */
  private void assertThatServiceHasEverythingOnce() {
    Outcome sent = outbox.run("export", "-f", "prov-json");
    assertThat(sent.exitCode()).as(sent.err()).isZero();
    Outcome copied = central.run("export", "--host", OWN.name(), "-f", "prov-json");
    assertThat(copied.out()).as(copied.err()).isEqualTo(sent.out());
  }

  @Test
  void sendsWithNextCommandWhenServiceWasUnreachable() {
    Outcome alone = trace("--", "cp", at("in.txt"), at("a.txt"));
    assertThat(alone.err()).contains("the next command with this --to sends", "127.0.0.1:" + port);
    startService();
    assertThat(trace("--", "cp", at("a.txt"), at("b.txt")).err()).doesNotContain("next command");
    assertThat(central.run("lineage", "--host", OWN.name(), at("b.txt")).out())
        .contains("a.txt", "in.txt");
    assertThatServiceHasEverythingOnce();
  }

  @Test
  void sendsTheRestWhenServiceReturnsBeforeTheEnd() throws Exception {
    startService();
    startScript();
    awaitLineage(central, "a.txt", "--host", OWN.name());
    stopService();
    trace("--", "cp", at("a.txt"), at("c.txt")); // through the other command, which has the outbox
    startService();
    Files.writeString(directory.resolve("go"), "");
    assertThat(started.waitFor()).as(log()).isZero();
    assertThat(central.run("lineage", "--host", OWN.name(), at("b.txt")).out()).contains("in.txt");
    assertThat(central.run("lineage", "--host", OWN.name(), at("c.txt")).out()).contains("in.txt");
    assertThatServiceHasEverythingOnce();
  }

  @Test
  void sendsTheRestAfterKilledCommand() throws Exception {
    startService();
    startScript();
    awaitLineage(central, "a.txt", "--host", OWN.name());
    stopService();
    trace("--", "cp", at("a.txt"), at("c.txt"));
    List<ProcessHandle> script = started.descendants().toList();
    started.destroyForcibly().waitFor();
    script.forEach(ProcessHandle::destroyForcibly); // it would continue
    startService();
    trace("--", "true");
    assertThat(outbox.run("status").out()).contains("no longer watched");
    assertThat(central.run("lineage", "--host", OWN.name(), at("c.txt")).out()).contains("in.txt");
    assertThatServiceHasEverythingOnce();
  }

  @Test
  void suggestsAlternativeWhenProgramsReportToThatHistory() {
    startService();
    trace("--no-outbox", "--", "cp", at("in.txt"), at("a.txt"));
    Outcome refused = tester.run(words("--", "true").toArray(new String[0]));
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("refuses", "programs report to it", "--no-outbox");
    trace("--no-outbox", "--", "cp", at("a.txt"), at("b.txt"));
    assertThat(central.run("lineage", "--host", OWN.name(), at("b.txt")).out())
        .contains("a.txt", "in.txt");
  }

  @Test
  void failsWhenServiceRefusesToken() throws IOException {
    startService();
    Files.writeString(directory.resolve("token"), "colophon_wrong");
    Outcome refused =
        tester.run(words("--", "cp", at("in.txt"), at("a.txt")).toArray(new String[0]));
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("refuses the history of this host");
    assertThat(outbox.run("lineage", at("a.txt")).out()).contains("in.txt");
  }

  @Test
  void recordsWhileEndedCommandWaitsForService() throws Exception {
    Files.writeString(directory.resolve("go"), "");
    startScript();
    while (!Files.exists(directory.resolve("b.txt"))
        || started.descendants().findAny().isPresent()) {
      assertThat(started.isAlive()).as(log()).isTrue();
      LockSupport.parkNanos(POLL_NANOS);
    }
    trace("--", "cp", at("b.txt"), at("c.txt"));
    Outcome answer = outbox.run("lineage", at("c.txt"));
    assertThat(answer.out()).as(answer.err()).contains("in.txt");
  }

  @Test
  void sendsEverythingOfCommandsThatBeginAndEndTogether() {
    startService();
    List<String> files = IntStream.range(0, 12).mapToObj(i -> "copy" + i).toList();
    files.parallelStream().forEach(file -> trace("--", "cp", at("in.txt"), at(file)));
    for (String file : files) {
      assertThat(central.run("lineage", "--host", OWN.name(), at(file)).out()).contains("in.txt");
    }
    assertThatServiceHasEverythingOnce();
  }

  @Test
  void succeedsWhenServiceIsSilent() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket silent = new ServerSocket(port, 50, loopback)) {
      assertThat(silent.isBound()).isTrue();
      Outcome outcome = trace("--", "cp", at("in.txt"), at("a.txt"));
      assertThat(outcome.err()).contains("the next command with this --to sends");
    }
    startService();
    trace("--", "true");
    assertThat(central.run("lineage", "--host", OWN.name(), at("a.txt")).out()).contains("in.txt");
    assertThatServiceHasEverythingOnce();
  }

  @Test
  void refusesOutboxThatServiceHasOpen() {
    trace("--", "true");
    service =
        Service.start(
            ServiceConfig.of(directory.resolve(".local/state/colophon/outbox/127.0.0.1_" + port)));
    Outcome refused = tester.run(words("--", "true").toArray(new String[0]));
    assertThat(refused.err()).contains("has the outbox", "stop that service");
  }

  @Test
  void refusesOptionsWithoutAddress() {
    Outcome refused = tester.run("trace", "--no-outbox", "--", "true");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("--to URL");
  }
}

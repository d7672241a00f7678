// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.File;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.ebpf.shared.SharedEvents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces a user's commands through a service that root runs. */
class SharedEventsIT {
  @TempDir private Path parent;

  private final List<Process> started = new ArrayList<>();
  private OtherUser user;
  private Path socket;
  private Reporter service;
  private CompletableFuture<Void> run;

  @BeforeAll
  static void requireKernelEvents() {
    KernelEvents.assume();
  }

  @BeforeEach
  void makeUser() throws Exception {
    user = OtherUser.in(parent);
    Files.writeString(user.directory.resolve("a"), "a\n");
    socket = parent.resolve("run/kernel-events");
  }

  @AfterEach
  void endProcesses() throws Exception {
    for (Process each : started) {
      each.descendants().forEach(ProcessHandle::destroyForcibly);
      each.destroyForcibly().waitFor();
    }
    if (service != null) {
      service.stop();
      run.get(1, TimeUnit.MINUTES);
      assertThat(socket).doesNotExist();
    }
  }

  private void serve(String users, String... more) throws Exception {
    Map<String, String> options = new HashMap<>();
    options.put("socket", socket.toString());
    options.put("users", users);
    for (int i = 0; i < more.length; i += 2) {
      options.put(more[i], more[i + 1]);
    }
    service = new EbpfReporterFactory().create(options);
    run = CompletableFuture.runAsync(() -> service.run(new FlowSink().context()));
    await(() -> Files.exists(socket) || run.isDone());
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waits too long").isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private ProcessBuilder trace(String target, String script) {
    return user.java(
        "",
        TraceMain.class,
        List.of(socket.toString(), path(target), user.directory + "/", "sh", "-c", script));
  }

  private Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.redirectErrorStream(true).start();
    started.add(process);
    return process;
  }

  private String path(String name) {
    return user.directory.resolve(name).toString();
  }

  private boolean exists(String name) {
    return Files.exists(user.directory.resolve(name));
  }

  private long traces() {
    return service.counters().get("traces");
  }

  @Test
  void tracesCommandOfUserWithoutCapabilitiesToItsEnd() throws Exception {
    serve(OtherUser.NAME);
    OtherUser.Outcome outcome =
        OtherUser.finish(
            trace("late", "mkfifo in; (read x < in; cat a > late) & echo > in; exit 3"));
    assertThat(outcome.out()).contains("[ebpf-service] [a] gaps 0");
    assertThat(outcome.status()).isEqualTo(3);
    await(() -> traces() == 0);
  }

  @Test
  void losesNothingWithSmallBufferOfManyRecords() throws Exception {
    serve("@nogroup");
    String script = "dd if=/dev/zero of=/dev/null bs=1 count=70000 status=none; cat a > b";
    assertThat(OtherUser.finish(trace("b", script)).out()).contains("[a] gaps 0");
  }

  @Test
  void countsRepeatedAccessesInKernelAndRecordsVariables() throws Exception {
    serve("*");
    String copy = "head -c 5000 /dev/zero | dd of=b bs=1 status=none; MARK=seen cat a >> b";
    ProcessBuilder folded = trace("b", copy);
    folded.environment().put("FOLD", "");
    String out = OtherUser.finish(folded).out();
    assertThat(out).contains("a] gaps 0", "{\"variables\":{\"MARK\":\"seen\"}}");
    long counted = Long.parseLong(out.replaceAll("(?s).*?(\\d+) counted.*", "$1"));
    assertThat(counted).isBetween(5_000L, 10_000L);
  }

  @Test
  void recordsLookupsOnRequestOfUser() throws Exception {
    serve("*");
    List<String> words = List.of(socket.toString(), path("b"), "absent://" + user.directory + "/");
    List<String> command = List.of("sh", "-c", "cat missing a > b 2> e || true");
    List<String> all = Stream.concat(words.stream(), command.stream()).toList();
    ProcessBuilder requested = user.java("", TraceMain.class, all);
    requested.environment().put("LOOKUPS", "");
    assertThat(OtherUser.finish(requested).out()).contains("[missing] gaps 0");
    assertThat(OtherUser.finish(user.java("", TraceMain.class, all)).out()).contains("[] gaps 0");
  }

  @Test
  void endsCountingWhenProcessBecomesHidden() throws Exception {
    serve("*");
    String hide =
        "import ctypes, os\n"
            + "a, b = os.open('a', 0), os.open('b', os.O_CREAT | os.O_WRONLY)\n"
            + "def copy(): [os.write(b, os.pread(a, 1, 0)) for i in range(2000)]\n"
            + "copy(); ctypes.CDLL(None).prctl(4, 0); copy()\n"; // PR_SET_DUMPABLE
    ProcessBuilder folded = trace("b", "python3 -c \"" + hide + "\"");
    folded.environment().put("FOLD", "");
    String out = OtherUser.finish(folded).out();
    long counted = Long.parseLong(out.replaceAll("(?s).*?(\\d+) counted.*", "$1"));
    assertThat(counted).isBetween(3_000L, 4_500L);
    assertThat(out).doesNotContain("gaps 0");
  }

  @Test
  void countsCallsOfSetUserIdProgramAsLostAndShowsNoCall() throws Exception {
    serve("*");
    Path program = Files.copy(Path.of("/bin/cat"), user.directory.resolve("other-cat"));
    run("chmod", "4755", program.toString());
    Path secret = Files.writeString(user.directory.resolve("secret"), "secret\n");
    run("chmod", "600", secret.toString());
    OtherUser.Outcome outcome =
        OtherUser.finish(trace("c", "cat a > b; MARK=hid ./other-cat secret > c; cat c > d"));
    assertThat(user.directory.resolve("d")).hasContent("secret");
    assertThat(outcome.out())
        .contains("[]", "\"isIncomplete\":true")
        .doesNotContain("gaps 0", "\"hid\"");
    assertThat(OtherUser.finish(trace("b", "cat a > b")).out()).contains("[a] gaps 0");
  }

  private static void run(String... words) throws Exception {
    assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
  }

  @Test
  void refusesUserThatIsNotListed() throws Exception {
    serve("daemon,@daemon");
    assertThat(OtherUser.finish(trace("b", "cat a > b")).out())
        .contains("users does not name nobody");
    assertThat(exists("b")).isFalse();
  }

  @Test
  void refusesUnknownNamesOfUsersAndDirectoryOfSeveralUsers() throws Exception {
    serve("no-such-user");
    assertThat(run).isCompletedExceptionally();
    run = CompletableFuture.completedFuture(null);
    run("mkdir", "-m", "777", parent.resolve("open").toString());
    socket = parent.resolve("open/socket");
    serve("*");
    assertThat(run).isCompletedExceptionally();
    run = CompletableFuture.completedFuture(null);
    assertThat(
            catchThrowableOfType(ColophonException.class, () -> SharedEvents.connect(socket, false))
                .code())
        .isEqualTo(ErrorCode.NOT_PERMITTED);
  }

  @Test
  void refusesThreadOfAnotherProcess() throws Exception {
    serve("*");
    assertThat(answer("HELLO 1", false)).startsWith("NOT_PERMITTED thread 1 is not of the calling");
    assertThat(answer("TRACE 1 1 false true true", true))
        .startsWith("NOT_PERMITTED thread 1 is not of proc");
    assertThat(answer("TRACE x 1 false true true", true)).startsWith("BAD_REQUEST");
    assertThat(answer("GIVE ME ALL", true)).startsWith("BAD_REQUEST");
    await(() -> traces() == 0);
  }

  private String answer(String request, boolean isGreeted) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        Scanner lines = new Scanner(Channels.newInputStream(channel)).useDelimiter("\n")) {
      String nonce = lines.next().replaceAll(".* ", "");
      if (isGreeted) {
        int thread = ProcFiles.currentThread();
        Path name = Path.of("/proc/self/task/" + thread + "/comm");
        String before = Files.readString(name).strip();
        Files.writeString(name, nonce);
        send(channel, "HELLO " + thread);
        assertThat(lines.next()).isEqualTo("OK");
        Files.writeString(name, before);
      }
      send(channel, request);
      return lines.next();
    }
  }

  private static void send(SocketChannel channel, String line) throws IOException {
    channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void limitsTracesOfUser() throws Exception {
    serve("*", "max-user-traces", "1");
    SharedEvents first = SharedEvents.connect(socket, false);
    ColophonException failure =
        catchThrowableOfType(ColophonException.class, () -> SharedEvents.connect(socket, false));
    assertThat(failure.code()).isEqualTo(ErrorCode.LIMIT_REACHED);
    assertThat(traces()).isEqualTo(1);
    first.close();
    await(() -> traces() == 0);
  }

  @Test
  void endsTraceWhenCallerIsKilled() throws Exception {
    serve("*");
    Process caller = start(trace("b", "cat a > b; exec sleep 600"));
    await(() -> exists("b") || !caller.isAlive());
    assertThat(traces()).isEqualTo(1);
    List<ProcessHandle> commands = caller.descendants().toList();
    caller.destroyForcibly();
    await(() -> traces() == 0);
    commands.forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void slowsOnlyCommandsOfSlowCaller() throws Exception {
    serve("*");
    Process slow = start(trace("b", "cat a > slow; exec dd if=/dev/zero of=/dev/null bs=1"));
    await(() -> exists("slow") || !slow.isAlive());
    run("kill", "-STOP", Long.toString(slow.pid()));
    String script = "dd if=/dev/zero of=/dev/null bs=1 count=20000 status=none; cat a > b";
    assertThat(OtherUser.finish(trace("b", script)).out()).contains("[a] gaps 0");
    assertThat(traces()).isEqualTo(1);
  }

  @Test
  void countsRemainingCallsAsLostIfServiceIsKilled() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            String.join(File.pathSeparator, System.getProperty("java.class.path")),
            ServiceMain.class.getName(),
            socket.toString());
    Process killed = start(builder);
    await(() -> Files.exists(socket) || !killed.isAlive());
    Process caller =
        start(trace("b", "cat a > b; while [ ! -e go ]; do sleep 0.02; done; cat b > c; exit 3"));
    await(() -> exists("b") || !caller.isAlive());
    killed.destroyForcibly().waitFor();
    Files.writeString(user.directory.resolve("go"), "");
    String out = new String(caller.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(caller.waitFor()).as(out).isEqualTo(3);
    assertThat(user.directory.resolve("c")).hasContent("a");
    assertThat(out).contains("continues without being recorded").doesNotContain("gaps 0");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.colophon.cli.Main;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests two hosts in network namespaces, each with its own machine id, name and clock. Programs
 * send files from host to host over TCP or UDP, while kernel events are recorded.
 */
@Tag("slow")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class NetworkNamespacesIT {
  private static final int EXCHANGES = 60;
  private static final long SKEW_NANOS = 1_000_000_000L;

  private static final List<StoreHost> HOSTS =
      List.of(new StoreHost("a".repeat(32), "web"), new StoreHost("b".repeat(32), "db"));

  /** C library that sets the wall clock of a process one second ahead. */
  private static final String SKEWED_CLOCK =
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <time.h>
      int clock_gettime(clockid_t id, struct timespec *time) {
        static int (*real)(clockid_t, struct timespec *);
        if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
        int result = real(id, time);
        if (result == 0 && id == CLOCK_REALTIME) time->tv_sec += 1;
        return result;
      }
      """;

  /** Server that writes the data of each connection into a separate file, in a separate process. */
  private static final String SERVER =
      """
      import os, socket, sys
      address, count = sys.argv[1], len(sys.argv) - 2
      listener = socket.create_server((address, 7000))
      for i in range(count):
          connection, peer = listener.accept()
          if os.fork() == 0:
              data = b""
              while not data.endswith(b"\\n\\n"): data += connection.recv(1000)
              name = data.split(b"\\n", 1)[0].decode()
              with open(name + ".new", "wb") as file: file.write(data)
              os.rename(name + ".new", name)
              connection.sendall(b"ok")
              os._exit(0)
          connection.close()
      for i in range(count): os.wait()
      """;

  /**
   * Server that does the same with one datagram per file, at sockets with and without a bound
   * address.
   */
  private static final String UDP_SERVER =
      """
      import os, socket, sys
      address, ports = sys.argv[1], [int(port) for port in sys.argv[2:]]
      for port in ports:
          receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
          receiver.bind((address if port % 2 else "", port))
          if os.fork() == 0:
              data, peer = receiver.recvfrom(1000)
              name = data.split(b"\\n", 1)[0].decode()
              with open(name + ".new", "wb") as file: file.write(data)
              os.rename(name + ".new", name)
              receiver.sendto(b"ok", peer)
              os._exit(0)
          receiver.close()
      for port in ports: os.wait()
      """;

  /**
   * Client that sends each file until an answer arrives, from connected and unconnected sockets.
   */
  private static final String UDP_CLIENT =
      """
      import os, socket, sys, time
      for job in sys.argv[2:]:
          source, output, port = job.split(":")
          peer = (sys.argv[1], int(port))
          while not os.path.exists(source): time.sleep(0.01)
          if os.fork() == 0:
              with open(source, "rb") as file: data = file.read().strip()
              sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
              sender.settimeout(0.1)
              if int(port) % 3: sender.connect(peer)
              while True:
                  try:
                      text = output.encode() + b"\\n" + data
                      if int(port) % 3: sender.send(text)
                      else: sender.sendto(text, peer)
                      sender.recvfrom(10)
                      break
                  except OSError: time.sleep(0.01)
              os._exit(0)
          os.wait()
      """;

  /** Client that sends files, each in a separate process. Its input has lines "SOURCE OUTPUT". */
  private static final String CLIENT =
      """
      import os, socket, sys, time
      for job in sys.argv[2:]:
          source, output, port = job.split(":")
          while not os.path.exists(source): time.sleep(0.01)
          if os.fork() == 0:
              with open(source, "rb") as file: data = file.read().strip()
              while True:
                  try:
                      connection = socket.create_connection((sys.argv[1], 7000))
                      break
                  except ConnectionRefusedError: time.sleep(0.01)
              connection.sendall(output.encode() + b"\\n" + data + b"\\n\\n")
              connection.recv(10)
              os._exit(0)
          os.wait()
      """;

  /** Server that writes each record of one connection into a file, and then answers. */
  private static final String ROUNDS_SERVER =
      """
      import socket, sys
      with socket.create_server((sys.argv[1], 7000)) as server:
          connection, peer = server.accept()
          for i in range(int(sys.argv[2])):
              data = b""
              while len(data) < 3000: data += connection.recv(3000 - len(data))
              with open("out%d" % i, "wb") as file: file.write(data)
              connection.sendall(b"ok")
      """;

  /** Client that sends one file after the other over one connection, and awaits each answer. */
  private static final String ROUNDS_CLIENT =
      """
      import socket, sys, time
      while True:
          try:
              connection = socket.create_connection((sys.argv[1], 7000))
              break
          except ConnectionRefusedError: time.sleep(0.01)
      for i in range(int(sys.argv[2])):
          with open("in%d" % i, "rb") as file: connection.sendall(file.read())
          connection.recv(2)
      """;

  @TempDir private Path temporary;

  private final String suffix = Long.toString(ProcessHandle.current().pid(), 36);
  private final List<Process> started = new ArrayList<>();
  private Path directory;
  private CommandTester tester;

  @BeforeEach
  void connectNamespaces() throws Exception {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory);
    Outcome made =
        tester.run("trace", "--store", directory + "/probe", "--with", "ebpf", "-q", "--", "true");
    KernelEvents.assumeFor("ebpf", made);
    for (String need : new String[] {"ip -V", "cc --version", "unshare --version"}) {
      Assumptions.assumeTrue(sh(need) == 0, need + " does not run here");
    }
    Assumptions.assumeTrue(
        sh("ip netns add " + namespace(0)) == 0, "not allowed to add namespaces");
    run("ip netns add " + namespace(1));
    run("ip link add v0%1$s type veth peer name v1%1$s".formatted(suffix));
    for (int i = 0; i < 2; i++) {
      String inside = "ip -n " + namespace(i);
      run("ip link set v%d%s netns %s".formatted(i, suffix, namespace(i)));
      run("%s address add %s/24 dev v%d%s".formatted(inside, address(i), i, suffix));
      run("%s link set v%d%s up".formatted(inside, i, suffix));
      run("%s link set lo up".formatted(inside));
      Files.createDirectory(work(i));
      Files.writeString(directory.resolve("id" + i), HOSTS.get(i).id() + "\n");
    }
    Files.writeString(directory.resolve("clock.c"), SKEWED_CLOCK);
    run("cc -shared -fPIC -o %1$s/clock.so %1$s/clock.c -ldl".formatted(directory));
  }

  @AfterEach
  void removeNamespaces() throws Exception {
    started.forEach(process -> process.destroyForcibly().onExit().join());
    for (int i = 0; i < 2; i++) {
      sh("ip netns delete " + namespace(i)); // absent if the test was skipped
    }
  }

  private String namespace(int host) {
    return "colophon-" + HOSTS.get(host).name() + "-" + suffix;
  }

  private static String address(int host) {
    return "10.213.77." + (host + 1);
  }

  private Path work(int host) {
    return directory.resolve(HOSTS.get(host).name());
  }

  private Path store(int host) {
    return host == 0 ? tester.store : HostDirectory.of(tester.store, HOSTS.get(host));
  }

  private int sh(String command) throws Exception {
    return new ProcessBuilder("sh", "-c", command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("setup.log").toFile()))
        .start()
        .waitFor();
  }

  private void run(String command) throws Exception {
    assertThat(sh(command)).as(() -> command + "\n" + text("setup.log")).isZero();
  }

  private String text(String file) {
    try {
      return Files.readString(directory.resolve(file));
    } catch (IOException e) {
      return e.toString();
    }
  }

  /**
   * Returns a script with the programs of a host. They send the files of jobs, and receive some
   * files.
   */
  private String programs(int host, Exchanges exchanges) {
    return "cd %s; python3 server.py %s %s & python3 client.py %s %s; wait"
        .formatted(
            work(host),
            address(host),
            String.join(" ", exchanges.ports.get(host)),
            address(1 - host),
            String.join(" ", exchanges.jobs.get(host)));
  }

  /** Traces programs on a host. The clock of the second host is ahead. */
  private Process trace(int host, String programs) throws IOException {
    String isolated =
        "hostname %s && mount --bind %s/id%d /etc/machine-id && %s exec \"$@\""
            .formatted(
                HOSTS.get(host).name(),
                directory,
                host,
                host == 0 ? "" : "LD_PRELOAD=" + directory.resolve("clock.so"));
    List<String> words = new ArrayList<>();
    words.addAll(List.of("ip", "netns", "exec", namespace(host), "unshare", "--uts"));
    words.addAll(List.of("sh", "-c", isolated, "sh"));
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx192m", "-cp"));
    words.addAll(List.of(System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of("trace", "--store", store(host).toString(), "--with", "ebpf", "-q"));
    words.addAll(List.of("--", "sh", "-c", programs));
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("trace" + host + ".log").toFile())
            .start();
    started.add(process);
    return process;
  }

  /** A random sequence of files sent from host to host, with the origins of each file. */
  private final class Exchanges {
    private final Random random = new Random(11);
    private final List<List<String>> jobs = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<List<String>> outputs = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<List<String>> ports = List.of(new ArrayList<>(), new ArrayList<>());
    private final Map<String, Set<String>> truth = new HashMap<>();

    Exchanges() throws IOException {
      for (int i = 0; i < EXCHANGES; i++) {
        int from = random.nextInt(2);
        List<String> known = outputs.get(from);
        boolean isNew = known.isEmpty() || random.nextInt(3) == 0;
        String source = isNew ? "in" + i : known.get(random.nextInt(known.size()));
        if (isNew) {
          Files.writeString(work(from).resolve(source), "content " + i);
        }
        String port = Integer.toString(7001 + i);
        jobs.get(from).add(source + ":out" + i + ":" + port);
        ports.get(1 - from).add(port);
        outputs.get(1 - from).add("out" + i);
        Set<String> causes = new TreeSet<>(truth.getOrDefault(source, Set.of()));
        causes.add(source);
        truth.put("out" + i, causes);
      }
    }
  }

  private JsonNode lineage(int host, String file, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("lineage", "--host", HOSTS.get(host).name()));
    words.addAll(List.of("-d", "1000", "--all", "--data-only", "--json"));
    words.addAll(List.of(options));
    words.add(work(host).resolve(file).toString());
    Outcome outcome = tester.run(words.toArray(String[]::new));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return JsonMapper.builder().build().readTree(outcome.out());
  }

  private static Set<String> files(JsonNode lineage) {
    Set<String> found = new TreeSet<>();
    for (JsonNode node : lineage.path("nodes")) {
      String name = node.path("name").asText().replaceFirst(".*/", "");
      if (name.matches("(in|out)[0-9]+")) {
        found.add(name);
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void findsInfluencesBetweenHostsWhoseClocksDiffer(boolean isTcp) throws Exception {
    for (int host = 0; host < 2; host++) {
      Files.writeString(work(host).resolve("server.py"), isTcp ? SERVER : UDP_SERVER);
      Files.writeString(work(host).resolve("client.py"), isTcp ? CLIENT : UDP_CLIENT);
    }
    Exchanges exchanges = new Exchanges();
    assertThat(trace(0, "true").waitFor()).as(() -> text("trace0.log")).isZero(); // makes the store
    List<Process> traces = new ArrayList<>();
    for (int host = 0; host < 2; host++) {
      traces.add(trace(host, programs(host, exchanges)));
    }
    for (int host = 0; host < 2; host++) {
      String log = "trace" + host + ".log";
      assertThat(traces.get(host).waitFor()).as(() -> text(log)).isZero();
      assertThat(StoreHost.of(store(host))).contains(HOSTS.get(host));
    }
    assertThat(skewNanos(exchanges)).isBetween(SKEW_NANOS / 2, 2 * SKEW_NANOS);

    int right = 0;
    int found = 0;
    int wanted = 0;
    for (int host = 0; host < 2; host++) {
      for (String output : exchanges.outputs.get(host)) {
        Set<String> causes = files(lineage(host, output));
        causes.remove(output);
        found += causes.size();
        wanted += exchanges.truth.get(output).size();
        causes.retainAll(exchanges.truth.get(output));
        right += causes.size();
      }
    }
    assertThat(right / (double) found)
        .as("precision, %d of %d", right, found)
        .isGreaterThanOrEqualTo(0.99);
    assertThat(right / (double) wanted)
        .as("recall, %d of %d", right, wanted)
        .isGreaterThanOrEqualTo(0.99);
  }

  @ParameterizedTest
  @CsvSource({"8, 0", "1000, 1"})
  void separatesTheRoundsOfOneConnection(int rounds, int client) throws Exception {
    for (int i = 0; i < rounds; i++) {
      Files.writeString(work(client).resolve("in" + i), "x".repeat(3000));
    }
    Files.writeString(work(1 - client).resolve("server.py"), ROUNDS_SERVER);
    Files.writeString(work(client).resolve("client.py"), ROUNDS_CLIENT);
    assertThat(trace(0, "true").waitFor()).as(() -> text("trace0.log")).isZero();
    List<Process> traces = new ArrayList<>();
    for (int host = 0; host < 2; host++) {
      String program =
          "cd %s; exec python3 %s %s %d"
              .formatted(
                  work(host),
                  host == client ? "client.py" : "server.py",
                  address(1 - client),
                  rounds);
      traces.add(trace(host, program));
    }
    for (int host = 0; host < 2; host++) {
      String log = "trace" + host + ".log";
      assertThat(traces.get(host).waitFor()).as(() -> text(log)).isZero();
    }
    for (int i = 0; i < rounds; i += rounds / 8) {
      assertThat(numbers(lineage(1 - client, "out" + i), "in"))
          .as("inputs of round %d", i)
          .isEqualTo(range(0, i + 1));
      assertThat(numbers(lineage(client, "in" + i, "--descendants"), "out"))
          .as("outputs of round %d", i)
          .isEqualTo(range(i, rounds));
    }
  }

  private static List<Integer> range(int first, int end) {
    return IntStream.range(first, end).boxed().toList();
  }

  /** Returns the numbers of the files whose names begin with a prefix. */
  private static List<Integer> numbers(JsonNode lineage, String prefix) {
    return files(lineage).stream()
        .filter(each -> each.startsWith(prefix))
        .map(each -> Integer.valueOf(each.substring(prefix.length())))
        .sorted()
        .toList();
  }

  /** Returns the minimum time between a send on the first host and its receive on the second. */
  private long skewNanos(Exchanges exchanges) throws IOException {
    long least = Long.MAX_VALUE;
    for (String output : exchanges.outputs.get(1)) {
      long sent = 0;
      long received = 0;
      JsonNode lineage = lineage(1, output);
      for (JsonNode edge : lineage.path("edges")) {
        if (edge.path("kind").asText().equals("connection") && sent == 0) {
          sent = time(lineage, edge.path("cause").asText(), "effect");
          received = time(lineage, edge.path("effect").asText(), "cause");
        }
      }
      least = Math.min(least, received - sent);
    }
    return least;
  }

  /** Returns the time of the edge for the write or read at an end of a connection. */
  private static long time(JsonNode lineage, String node, String end) {
    for (JsonNode edge : lineage.path("edges")) {
      boolean isAccess = Set.of("read", "write").contains(edge.path("kind").asText());
      if (isAccess && edge.path(end).asText().equals(node)) {
        Instant time = Instant.parse(edge.path("lastTime").asText());
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
      }
    }
    throw new AssertionError("no access of " + node);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.colophon.client.protocol.ServiceAddress;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the start, stop and restart of a service, and attaching and detaching while it runs. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
@Tag("jdk")
class LifecycleTest {
  @TempDir Path temp;

  private ServiceConfig config() {
    return ServiceConfig.of(temp.resolve("store"));
  }

  @Test
  void losesNothingAcknowledgedWhenStoppedUnderLoad() throws Exception {
    Service service = Service.start(config());
    Caller caller = Caller.of(service.config().socket());
    List<Integer> acknowledged = new ArrayList<>();
    AtomicInteger sent = new AtomicInteger();
    Thread client = new Thread(() -> writeUntilRefused(caller, sent, acknowledged));
    client.start();
    while (sent.get() < 20) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(service.stop()).isTrue();
    client.join();
    assertThat(acknowledged).isNotEmpty();
    assertThat(Files.exists(service.config().socket())).isFalse();
    assertThat(ServiceAddress.of(service.config().store())).isEmpty();

    Service again = Service.start(config());
    Caller asker = Caller.of(again.config().socket());
    JsonNode names = asker.get("/v1/names?pattern=/load/&limit=100000").json().path("names");
    List<String> found = new ArrayList<>();
    names.forEach(each -> found.add(each.path("name").asText()));
    for (int number : acknowledged) {
      assertThat(found).contains("/load/" + number);
      assertThat(asker.get("/v1/show?target=/load/" + number).text())
          .contains("\"bytes\" : " + number);
    }
    assertThat(again.stop()).isTrue();
  }

  @Test
  void warnsInHealthAndStatusWhenAcknowledgedDataIsLost() throws Exception {
    Path killed = temp.resolve("killed");
    Service service = Service.start(memory("store"));
    Caller caller = Caller.of(service.config().socket());
    String line = "{\"op\":\"write\",\"process\":\"p\",\"path\":\"/f\"}\n";
    assertThat(caller.post("/v1/operations", "{\"op\":\"process\",\"id\":\"p\"}\n" + line).status())
        .isEqualTo(200);
    Files.createDirectories(killed.resolve("journal"));
    for (String part : List.of("VERSION", "adapters", "synced")) {
      Files.copy(temp.resolve("store").resolve(part), killed.resolve(part));
    }
    for (Path segment : segments(temp.resolve("store"))) {
      byte[] bytes = Files.readAllBytes(segment);
      bytes[bytes.length - 1] ^= 1;
      Files.write(killed.resolve("journal").resolve(segment.getFileName()), bytes);
    }
    assertThat(service.stop()).isTrue();

    Service damaged = Service.start(memory("killed"));
    Caller asker = Caller.of(damaged.config().socket());
    assertThat(asker.get("/healthz").text())
        .startsWith("degraded\n")
        .contains("warning: LSNs ", " were acknowledged");
    assertThat(asker.get("/metrics").text()).containsPattern("\ncolophon_journal_losses [1-9]");
    assertThat(asker.get("/v1/status").json().path("warnings").toString())
        .contains("were acknowledged and are lost");
    assertThat(damaged.stop()).isTrue();
  }

  private static List<Path> segments(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store.resolve("journal"))) {
      return files.sorted().toList();
    }
  }

  private static void writeUntilRefused(
      Caller caller, AtomicInteger sent, List<Integer> acknowledged) {
    try {
      while (true) {
        int number = sent.incrementAndGet();
        String lines =
            "{\"op\":\"process\",\"id\":\"p\"}\n{\"op\":\"write\",\"process\":\"p\",\"path\":\"/load/"
                + number
                + "\",\"bytes\":"
                + number
                + "}\n";
        if (caller.post("/v1/operations", lines).status() == 200) {
          acknowledged.add(number);
        }
      }
    } catch (IOException e) {
      // The socket is missing: the service has stopped.
    }
  }

  @Test
  void endsWaitingRequestsWhenStopped() throws Exception {
    for (int round = 0; round < 30; round++) { // the critical moment lasts microseconds
      Service service = Service.start(memory("s" + round));
      Caller caller = Caller.of(service.config().socket());
      AtomicInteger sent = new AtomicInteger();
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        clients.add(new Thread(() -> writeUntilRefused(caller, sent, new ArrayList<>())));
      }
      clients.forEach(Thread::start);
      while (sent.get() < 20) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(service.stop()).isTrue();
      for (Thread client : clients) {
        client.join(30_000);
        assertThat(client.isAlive()).as("request still waits after the stop").isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {95, 99})
  void listensInStoreWithLongPath(int bytes) throws IOException {
    String name = "x".repeat(bytes - temp.toString().length() - 1);
    Service service = Service.start(memory(name));
    assertThat(service.config().store().toString()).hasSize(bytes);
    assertThat(service.config().socket()).isEqualTo(temp.resolve(name).resolve("socket"));
    assertThat(Caller.of(service.config().socket()).get("/healthz").text()).startsWith("alive");
    service.stop();
    try (Stream<Path> left = Files.list(temp.resolve(name))) {
      assertThat(left.map(each -> each.getFileName().toString()))
          .noneMatch(each -> each.startsWith(".s"));
    }
  }

  @Test
  void restoresReportersAfterRestart() throws IOException {
    Service service = Service.start(config());
    Caller caller = Caller.of(service.config().socket());
    attach(caller, "a", ",\"restart\":true");
    attach(caller, "b", "");
    Path remembered = service.config().store().resolve("reporters.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(remembered)))
        .isEqualTo("rw-------");
    service.stop();

    Service again = Service.start(config());
    JsonNode list = Caller.of(again.config().socket()).get("/v1/reporters").json();
    assertThat(list).hasSize(1);
    assertThat(list.at("/0/id").asText()).isEqualTo("ticker-1");
    assertThat(list.at("/0/options/name").asText()).isEqualTo("a");
    Reply next = attach(Caller.of(again.config().socket()), "c", "");
    assertThat(next.json().path("id").asText()).isEqualTo("ticker-2");
    Caller.of(again.config().socket()).call("DELETE", "/v1/reporters/ticker-1", new byte[0]);
    again.stop();

    Service third = Service.start(config());
    assertThat(Caller.of(third.config().socket()).get("/v1/reporters").json()).isEmpty();
    third.stop();
  }

  @Test
  void showsCountersOfReporter() throws IOException {
    Service service = Service.start(memory("counting"));
    Caller caller = Caller.of(service.config().socket());
    attach(caller, "a", "");
    assertThat(caller.get("/v1/status").json().at("/reporters/0/counters").toString())
        .isEqualTo("{\"ticks\":7}");
    assertThat(caller.get("/v1/status?format=text").text()).contains("refused {ticks 7}");
    assertThat(caller.get("/metrics").text())
        .contains(
            "colophon_reporter_counters{counter=\"ticks\",id=\"ticker-1\",reporter=\"ticker\"} 7.0");
    service.stop();
  }

  @Test
  void reportsFailureOfReporter() throws Exception {
    Service service = Service.start(memory("failing"));
    Caller caller = Caller.of(service.config().socket());
    try (HeardLog log = new HeardLog("org.colophon.service.reporter")) {
      attachWith(caller, "{\"fail\":\"no such feed\"}", "");
      assertThat(ended(caller, 0, "failed").path("reason").asText()).isEqualTo("no such feed");
      assertThat(log.messages()).contains("WARNING reporter ticker-1 failed: no such feed");
    }
    String warning = "warning: reporter ticker-1 failed";
    assertThat(caller.get("/healthz").text()).startsWith("alive").contains(warning);
    assertThat(caller.get("/v1/status").json().path("warnings")).hasSize(1);
    caller.call("DELETE", "/v1/reporters/ticker-1", new byte[0]);
    assertThat(caller.get("/healthz").text()).isEqualTo("alive\n");
    service.stop();
  }

  @Test
  void logsTheAdapterThatItWaitsForBeforeItServes() throws Exception {
    try (HeardLog log = new HeardLog("org.colophon")) {
      Service.start(memory("starting")).stop();
      List<String> starts =
          log.messages().stream().filter(each -> each.matches("INFO (starting|store) .*")).toList();
      assertThat(starts).hasSize(2);
      assertThat(starts.get(0)).isEqualTo("INFO starting the storage adapter memory");
      assertThat(starts.get(1)).contains("is served after");
    }
  }

  @Test
  void logsReporterWhoseSourceEnded() throws Exception {
    Service service = Service.start(memory("ending"));
    Caller caller = Caller.of(service.config().socket());
    try (HeardLog log = new HeardLog("org.colophon.service.reporter")) {
      attachWith(caller, "{\"source\":\"empty\"}", "");
      ended(caller, 0, "stopped");
      attach(caller, "told", "");
      caller.call("DELETE", "/v1/reporters/ticker-2", new byte[0]);
      assertThat(log.messages())
          .filteredOn(each -> each.contains("by itself"))
          .containsExactly("INFO reporter ticker-1 ended by itself: 0 operations");
    }
    service.stop();
  }

  @Test
  void rejectsReporterOfClaimedSource() throws Exception {
    Service service = Service.start(memory("twice"));
    Caller caller = Caller.of(service.config().socket());
    attachWith(caller, "{\"source\":\"log\"}", ",\"id\":\"db\"");
    while (caller.get("/v1/reporters").json().at("/0/operations").asLong() == 0) {
      LockSupport.parkNanos(1_000_000);
    }
    attachWith(caller, "{\"source\":\"log\"}", ",\"id\":\"db2\"");
    assertThat(ended(caller, 1, "failed").path("reason").asText())
        .isEqualTo("'log' is read by reporter db already");
    String asked = "{\"op\":\"where\",\"source\":\"log\"}\n";
    Reply remote = caller.post("/v1/sources/s/operations?first=1&session=1", asked);
    assertThat(remote.status()).isEqualTo(409);
    assertThat(remote.json().path("detail").asText()).contains("read by reporter db already");

    caller.call("DELETE", "/v1/reporters/db", new byte[0]);
    attachWith(caller, "{\"source\":\"log\"}", ",\"id\":\"db2\"");
    while (caller.get("/v1/reporters").json().at("/0/operations").asLong() == 0) {
      LockSupport.parkNanos(1_000_000);
    }
    caller.call("DELETE", "/v1/reporters/db2", new byte[0]);
    Reply then = caller.post("/v1/sources/s/operations?first=1&session=1", asked);
    assertThat(then.json().path("acknowledged").asLong()).as(then.text()).isEqualTo(1);
    service.stop();
  }

  private static void attachWith(Caller caller, String options, String more) throws IOException {
    String body = "{\"reporter\":\"ticker\",\"options\":" + options + more + "}";
    assertThat(caller.post("/v1/reporters", body).status()).isEqualTo(201);
  }

  /** Returns a reporter of the list after it has ended in the expected state. */
  private static JsonNode ended(Caller caller, int index, String state) throws IOException {
    JsonNode reporter = caller.get("/v1/reporters").json().get(index);
    while (!reporter.path("state").asText().equals(state)) {
      assertThat(Thread.currentThread().isInterrupted()).as("timed out").isFalse();
      reporter = caller.get("/v1/reporters").json().get(index);
    }
    return reporter;
  }

  @Test
  void leaksNoThreadsOrDescriptorsAcrossReporters() throws Exception {
    Service service = Service.start(memory("churn"));
    Caller caller = Caller.of(service.config().socket());
    churn(caller, 20);
    int threads = reporterThreads();
    long descriptors = descriptors();
    churn(caller, 100);
    assertThat(reporterThreads()).isEqualTo(threads).isZero();
    assertThat(descriptors()).isLessThanOrEqualTo(descriptors + 5);
    assertThat(caller.get("/v1/reporters").json()).isEmpty();
    JsonNode status = caller.get("/v1/status").json();
    assertThat(status.path("reported").asLong())
        .isEqualTo(status.path("refused").asLong() + status.path("accepted").asLong());
    service.stop();
  }

  private static void churn(Caller caller, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      String id = attach(caller, "churn", "").json().path("id").asText();
      Reply gone = caller.call("DELETE", "/v1/reporters/" + id, new byte[0]);
      assertThat(gone.json().path("state").asText()).isEqualTo("stopped");
      assertThat(gone.json().path("operations").asLong()).isPositive();
    }
  }

  private static int reporterThreads() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("colophon-reporter"))
            .count();
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  private static Reply attach(Caller caller, String name, String more) throws IOException {
    Reply reply =
        caller.post(
            "/v1/reporters",
            "{\"reporter\":\"ticker\",\"options\":{\"name\":\"" + name + "\"}" + more + "}");
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    return reply;
  }

  private ServiceConfig memory(String name) {
    return ServiceConfig.of(temp.resolve(name)).withAdapters(List.of(AdapterSpec.of("memory")));
  }
}

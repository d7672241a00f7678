// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a service with the histories of several hosts. */
class HostStoresTest {
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");
  private static final StoreHost DB = new StoreHost("b".repeat(32), "db");

  @TempDir Path temp;

  private Service service;
  private Caller caller;

  @BeforeEach
  void start() {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory"))));
    caller = Caller.of(service.config().socket());
  }

  @AfterEach
  void stop() {
    service.stop();
  }

  private Caller reporter(StoreHost host, String boot) {
    return caller
        .with("Colophon-Host", host.id())
        .with("Colophon-Host-Name", host.name())
        .with("Colophon-Boot", boot);
  }

  private static void report(Caller reporter, String lines) throws IOException {
    Caller.Reply reply = reporter.post("/v1/operations", lines);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.json().path("refused").asInt()).as(reply.text()).isZero();
  }

  /** Reports a process that reads one file and writes another. */
  private static String copy(String from, String to) {
    return """
    {"op":"process","id":"p","executable":"/bin/cp"}
    {"op":"read","process":"p","path":"%s"}
    {"op":"write","process":"p","path":"%s"}
    {"op":"exit","process":"p"}
    """
        .formatted(from, to);
  }

  private String lineage(String path, String host) throws IOException {
    return caller.get("/v1/lineage?format=tree&target=" + path + "&host=" + host).text();
  }

  /** Returns a reporter whose clock is ahead of the service's clock. */
  private Caller ahead(StoreHost host, long seconds) {
    long millis = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(seconds);
    return reporter(host, "boot").with("Colophon-Clock", "" + millis);
  }

  @Test
  void reportsClocksThatDifferFromTheService() throws IOException {
    String sent = "tcp://10.0.0.2:80/sent?from=10.0.0.1:5000";
    report(ahead(WEB, 86_400), copy("/a", sent));
    report(ahead(DB, -1), copy("/c", "/d"));
    JsonNode hosts = caller.get("/v1/hosts").json();
    assertThat(hosts.get(1).path("clockAheadMillis").asLong()).isBetween(-60_000L, 0L);
    assertThat(hosts.get(2).path("clockAheadMillis").asLong()).isBetween(86_000_000L, 86_400_000L);
    String status = caller.get("/v1/status?format=text").text();
    assertThat(status)
        .containsPattern("the clock of host web is 86,[0-9]{3} seconds ahead of this service's")
        .doesNotContain("host db");
    String crossing = "/v1/lineage?target=/a&host=web&direction=descendants&all";
    assertThat(caller.get(crossing).json().path("summary").path("hosts").path("missing").toString())
        .contains("the clock of host web");
    report(ahead(WEB, 0), copy("/e", "/f"));
    assertThat(caller.get("/v1/status?format=text").text()).contains("the clock of host web");
    for (int i = 0; i < 8; i++) {
      report(ahead(WEB, 0), copy("/e", "/f"));
    }
    assertThat(caller.get("/v1/status?format=text").text()).doesNotContain("the clock of host");
  }

  @Test
  void separatesNamesOfTwoHosts() throws IOException {
    report(reporter(WEB, "boot1"), copy("/home/only-web", "/srv/passwords"));
    report(reporter(DB, "boot2"), copy("/srv/passwords", "/srv/b-backup.tar"));
    assertThat(lineage("/srv/b-backup.tar", "db"))
        .contains("/srv/passwords")
        .doesNotContain("only-web");
    assertThat(lineage("/srv/passwords", "web")).contains("only-web");
    assertThat(caller.get("/v1/lineage?target=/srv/passwords").status()).isEqualTo(404);
  }

  @Test
  void answersForHostByNameIdAndPrefix() throws IOException {
    report(reporter(WEB, "boot1"), copy("/in", "/out"));
    for (String text : List.of("web", WEB.id(), WEB.id().substring(0, 4))) {
      assertThat(lineage("/out", text)).as(text).contains("/in");
    }
    Caller.Reply unknown = caller.get("/v1/lineage?target=/out&host=nobody");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.text()).contains("nobody", "known: web (" + WEB.id());
  }

  @Test
  void recordsOwnHostInMainStore() throws IOException {
    StoreHost own = StoreHost.of(temp.resolve("store")).orElseThrow();
    report(reporter(own, "boot1"), copy("/in", "/out"));
    assertThat(caller.get("/v1/lineage?format=tree&target=/out").text()).contains("/in");
    assertThat(lineage("/out", own.name())).contains("/in");
    assertThat(HostDirectory.list(temp.resolve("store"))).isEmpty();
  }

  @Test
  void numbersLinesOfEachHostSeparately() throws IOException {
    for (StoreHost host : List.of(WEB, DB)) {
      Caller.Reply reply =
          reporter(host, host.name())
              .post("/v1/sources/app/operations?first=1&session=s", copy("/in", "/" + host.name()));
      assertThat(reply.json().path("acknowledged").asInt()).as(reply.text()).isEqualTo(4);
    }
    assertThat(lineage("/db", "db")).contains("/in");
    assertThat(caller.get("/v1/sources/app").json().path("acknowledged").asInt()).isZero();
  }

  @Test
  void rejectsSecondMachineWithTheSameMachineId() throws IOException {
    StoreHost clone = new StoreHost(WEB.id(), "web-copy");
    report(reporter(WEB, "boot1"), copy("/in", "/out"));
    report(reporter(clone, "boot2"), copy("/in", "/out2"));
    Caller.Reply reply = reporter(WEB, "boot1").post("/v1/operations", copy("/in", "/out3"));
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.text()).contains("web", "web-copy", WEB.id(), "systemd-machine-id-setup");
  }

  @Test
  void refusesUnknownHostNames() throws IOException {
    for (String bad : List.of("../x", "a b", "-", "x".repeat(65))) {
      Caller named = reporter(WEB, "boot1").with("Colophon-Host-Name", bad);
      assertThat(named.post("/v1/operations", copy("/a", "/b")).status()).as(bad).isEqualTo(400);
      Caller known = caller.with("Colophon-Host", bad);
      assertThat(known.post("/v1/operations", copy("/a", "/b")).status()).as(bad).isEqualTo(404);
    }
    assertThat(HostDirectory.list(temp.resolve("store"))).isEmpty();
  }

  @Test
  void listsHosts() throws IOException {
    report(reporter(WEB, "boot1"), copy("/in", "/out"));
    var hosts = caller.get("/v1/hosts").json();
    assertThat(hosts).hasSize(2);
    assertThat(hosts.get(0).path("local").asBoolean()).isTrue();
    assertThat(hosts.get(1).path("name").asText()).isEqualTo("web");
    assertThat(hosts.get(1).path("lastLsn").asLong()).isPositive();
  }

  @Test
  void renamesHostThatReportsUnderNewName() throws IOException {
    report(reporter(WEB, "boot1"), copy("/in", "/out"));
    report(reporter(new StoreHost(WEB.id(), "www"), "boot1"), copy("/in2", "/out"));
    assertThat(lineage("/out", "www")).contains("/in", "/in2");
    assertThat(caller.get("/v1/lineage?target=/out&host=web").status()).isEqualTo(404);
  }

  @Test
  void shortensLongRemarksInHeaders() throws IOException {
    int count = 12;
    for (int i = 0; i < count; i++) {
      StoreHost host = new StoreHost("%032x".formatted(i + 1), "h".repeat(50) + i);
      report(reporter(host, "boot"), copy("/in", "tcp://10.0.0.1:80/sent?from=10.0.0.2:5000"));
    }
    report(reporter(WEB, "boot"), copy("tcp://10.0.0.2:5000/received?from=10.0.0.1:80", "/out"));
    Caller.Reply reply = caller.get("/v1/lineage?all=true&target=/out&host=web");
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.json().path("summary").path("hosts").path("cut")).hasSize(count + 1);
    assertThat(URLDecoder.decode(reply.header("Colophon-Remark"), StandardCharsets.UTF_8))
        .startsWith("over several hosts, as of ")
        .endsWith("... (--json has the rest)")
        .hasSizeLessThan(700);
  }
}

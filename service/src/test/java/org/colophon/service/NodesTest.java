// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.service.ServiceProbe.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.colophon.core.host.StoreHost;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.NodesConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests services that answer for each other's hosts. */
@Timeout(60)
class NodesTest {
  private static final long START_NANOS = 1_790_000_000_000_000_000L;
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");
  private static final StoreHost DB = new StoreHost("b".repeat(32), "db");

  @TempDir Path temp;

  private final List<Integer> ports = new ArrayList<>();
  private final List<Service> services = new ArrayList<>();

  /**
   * Starts three nodes: one with the history of web, one with the history of db, and one without a
   * history.
   */
  @BeforeEach
  void start() throws IOException {
    for (int i = 0; i < 3; i++) {
      ports.add(freePort());
    }
    Files.writeString(temp.resolve("token"), "0123456789abcdef0123456789abcdef\n");
    Files.setPosixFilePermissions(
        temp.resolve("token"),
        java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
    for (int i = 0; i < 3; i++) {
      new StoreHost(("" + i).repeat(32), "node" + i).write(temp.resolve("store" + i));
      services.add(Service.start(config(i)));
    }
    pass(0, WEB, "/f/secret", "tcp://10.0.0.2:80/sent?from=10.0.0.1:5000");
    pass(1, DB, "tcp://10.0.0.1:5000/received?from=10.0.0.2:80", "/f/out");
    await(() -> hosts(2).size() == 2);
  }

  @AfterEach
  void stop() {
    services.forEach(Service::stop);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private ServiceConfig config(int number) {
    NodesConfig nodes =
        new NodesConfig(
            ports.stream().map(port -> "http://127.0.0.1:" + port).toList(),
            temp.resolve("token"),
            Optional.empty());
    return ServiceConfig.of(temp.resolve("store" + number))
        .withAdapters(List.of(AdapterSpec.of("memory")))
        .withListen(
            new ListenConfig(
                Optional.empty(),
                Optional.of(TcpConfig.loopback(ports.get(number))),
                Optional.of(temp.resolve("token"))))
        .withReplication(ReplicationConfig.NONE.asking(nodes));
  }

  private Caller to(int node) {
    return Caller.of(services.get(node).config().socket());
  }

  private void pass(int node, StoreHost host, String from, String to) throws IOException {
    String lines =
        """
        {"op":"process","id":"p","executable":"/bin/pass","time":%1$d}
        {"op":"read","process":"p","path":"%2$s","time":%1$d}
        {"op":"write","process":"p","path":"%3$s","time":%1$d}
        {"op":"exit","process":"p","time":%1$d}
        """
            .formatted(START_NANOS, from, to);
    Caller.Reply reply =
        to(node)
            .with("Colophon-Host", host.id())
            .with("Colophon-Host-Name", host.name())
            .post("/v1/operations", lines);
    assertThat(reply.json().path("refused").asInt(-1)).as(reply.text()).isZero();
  }

  /** Returns the hosts with a history, as a node lists them. */
  private Set<String> hosts(int node) {
    Set<String> found = new HashSet<>();
    try {
      for (JsonNode each : to(node).get("/v1/hosts").json()) {
        if (!each.path("name").asText().startsWith("node")) {
          found.add(each.path("name").asText());
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }

  private Caller.Reply lineage(int node, String question) throws IOException {
    Caller.Reply reply = to(node).get("/v1/lineage?all=true&format=tree&" + question);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }

  private static String remarks(Caller.Reply reply) {
    return URLDecoder.decode(reply.header("Colophon-Remark"), StandardCharsets.UTF_8);
  }

  @Test
  void marksReceiveWithoutMatchingSendAtAnotherNode() throws IOException {
    pass(1, DB, "tcp://10.0.0.1:6000/received?from=10.0.0.2:80", "/f/other");
    for (int node = 0; node < 3; node++) {
      assertThat(remarks(lineage(node, "target=/f/other&host=db")))
          .as("node " + node)
          .isEqualTo(
              "incomplete: bytes arrived from web at db without a matching send in its history"
                  + " (tcp://10.0.0.1:6000/received?from=10.0.0.2:80): trace the sending programs too");
    }
  }

  @Test
  void answersForAllHostsAtEveryNode() throws IOException {
    for (int node = 0; node < 3; node++) {
      int asked = node;
      await(() -> hosts(asked).equals(Set.of("web", "db")));
      assertThat(lineage(node, "target=/f/out&host=db").text())
          .as("node " + node)
          .contains("sent as web:tcp://10.0.0.2:80/sent", "read web:/f/secret");
      assertThat(lineage(node, "target=/f/secret&host=web&direction=descendants").text())
          .as("node " + node)
          .contains("wrote db:/f/out");
    }
  }

  @Test
  void findsHostOfTwoNodesOnce() throws IOException {
    pass(1, WEB, "/f/secret", "tcp://10.0.0.2:80/sent?from=10.0.0.1:5000");
    for (int node = 0; node < 3; node++) {
      int asked = node;
      await(() -> hosts(asked).equals(Set.of("web", "db")));
      String found = to(node).get("/v1/find?name=/f/secret&all-hosts=true").text();
      assertThat(found.split("/f/secret", -1)).as("node " + node + ": " + found).hasSize(2);
    }
  }

  @Test
  void returnsSameAnswerAsOfSameCut() throws IOException {
    Caller.Reply now = lineage(2, "target=/f/out&host=db");
    String cut = remarks(now).replaceAll("(?s).*as of ([a-z]+=\\d+,[a-z]+=\\d+).*", "$1");
    assertThat(cut).contains("web=", "db=");
    JsonNode hosts =
        to(2)
            .get("/v1/lineage?all=true&target=/f/out&host=db")
            .json()
            .path("summary")
            .path("hosts");
    assertThat(
            "db=%s,web=%s".formatted(hosts.path("cut").path("db"), hosts.path("cut").path("web")))
        .isEqualTo(cut);
    pass(0, WEB, "/f/more", "tcp://10.0.0.2:80/sent?from=10.0.0.1:5000");
    assertThat(lineage(2, "target=/f/out&host=db&as-of=" + cut).text()).isEqualTo(now.text());
    assertThat(lineage(2, "target=/f/out&host=db").text()).contains("/f/more");
  }

  @Test
  void reportsNodeThatDoesNotAnswer() throws IOException {
    lineage(1, "target=/f/out&host=db");
    services.get(0).stop();
    Caller.Reply reply = lineage(1, "target=/f/out&host=db");
    assertThat(reply.text()).doesNotContain("web:");
    assertThat(remarks(reply)).contains("incomplete: node http://127.0.0.1:", "did not answer");
    JsonNode summary =
        to(1).get("/v1/lineage?all=true&target=/f/out&host=db").json().path("summary");
    assertThat(summary.path("incomplete").asBoolean()).isTrue();
    assertThat(summary.path("hosts").path("missing").path(0).asText()).contains("did not answer");
    Caller.Reply gone = to(2).get("/v1/lineage?target=/f/secret&host=web");
    assertThat(gone.status()).isGreaterThanOrEqualTo(500);
    assertThat(gone.text()).contains("127.0.0.1:" + ports.get(0));
    await(() -> status(2).contains("does not answer"));
    assertThat(hosts(2)).as("the host is still known").contains("web");
  }

  private String status(int node) {
    try {
      return to(node).get("/v1/status").text();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void warnsOfProblemsAtOtherNodes() throws IOException {
    long tomorrow = System.currentTimeMillis() + TimeUnit.DAYS.toMillis(1);
    to(0)
        .with("Colophon-Host", WEB.id())
        .with("Colophon-Host-Name", WEB.name())
        .with("Colophon-Boot", "boot")
        .with("Colophon-Clock", "" + tomorrow)
        .post("/v1/operations", "");
    String clock = "the clock of host web is 86,";
    await(() -> text(2, "/v1/status?format=text").contains(clock));
    assertThat(text(2, "/v1/status?format=text"))
        .containsOnlyOnce("http://127.0.0.1:" + ports.get(0) + ": " + clock);
    assertThat(text(2, "/healthz")).startsWith("alive").contains(clock);
    assertThat(text(0, "/v1/status?format=text")).containsOnlyOnce(clock);
  }

  private String text(int node, String path) {
    try {
      return to(node).get(path).text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void rejectsChangesOfHostAtAnotherNode() throws IOException {
    Caller.Reply reply = to(2).post("/v1/snapshots?host=web", "{\"name\":\"x\"}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text()).contains("change it there");
  }

  @Test
  void answersNotFoundForUnknownHost() throws IOException {
    Caller.Reply reply = to(2).get("/v1/lineage?target=/f&host=mars");
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.text()).contains("mars");
  }

  @Test
  void findsObjectsOfHostsAtAllNodes() throws IOException {
    JsonNode found = to(2).get("/v1/find?name=/f/**&all-hosts").json().path("found");
    Set<String> names = new HashSet<>();
    found.forEach(each -> names.add(each.path("host").asText() + ":" + each.path("name").asText()));
    assertThat(names).containsExactlyInAnyOrder("web:/f/secret", "db:/f/out");
    services.get(0).stop();
    Caller.Reply reply = to(2).get("/v1/find?name=/f/**&all-hosts&format=csv");
    assertThat(reply.text()).contains("db,object:").doesNotContain("web,");
    assertThat(reply.header("Colophon-Remark")).contains("incomplete", "did%20not%20answer");
  }

  @Test
  void explainsAndExportsAcrossNodes() throws IOException {
    String why = "/v1/why?effect=/f/out&host=db&cause=web:/f/secret&format=text";
    assertThat(to(2).get(why).text()).contains("sent as web:tcp", "read web:/f/secret");
    assertThat(to(0).get(why).text()).isEqualTo(to(2).get(why).text());
    assertThat(to(0).get("/v1/export?target=/f/out&host=db&format=prov-n").text())
        .contains("prov:location=\"file://web/f/secret\"", "object:db/");
  }

  @Test
  void forwardsQueriesAboutOneHost() throws IOException {
    assertThat(to(2).get("/v1/history?target=/f/out&host=db&format=text").text())
        .contains("/bin/pass");
    assertThat(to(2).get("/v1/find?name=/f/**&host=web").text()).contains("/f/secret");
  }
}

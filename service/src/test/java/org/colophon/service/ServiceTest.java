// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.client.protocol.ServiceAddress;
import org.colophon.core.error.ColophonException;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.state.KernelState;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.reporter.RunState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a shared service. Each test uses its own names. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ServiceTest {
  @TempDir static Path temp;

  private static Service service;
  private static Caller caller;

  @BeforeAll
  static void start() {
    service = Service.start(ServiceConfig.of(temp.resolve("store")));
    caller = Caller.of(service.config().socket());
  }

  @AfterAll
  static void stop() {
    assertThat(service.stop()).isTrue();
    assertThat(service.state()).isEqualTo(RunState.STOPPED);
  }

  private static JsonNode ingest(String... lines) throws IOException {
    Reply reply = caller.post("/v1/operations", String.join("\n", lines) + "\n");
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json();
  }

  @Test
  void answersLineageOfIngestedOperations() throws IOException {
    JsonNode result =
        ingest(
            "{'op':'process','id':'p','pid':7,'executable':'/bin/cp'}".replace('\'', '"'),
            "{\"op\":\"read\",\"process\":\"p\",\"path\":\"/l/a\",\"bytes\":3}",
            "{\"op\":\"write\",\"process\":\"p\",\"path\":\"/l/b\",\"bytes\":3}",
            "{\"op\":\"exit\",\"process\":\"p\"}");
    assertThat(result.get("accepted").asInt()).isEqualTo(4);
    assertThat(result.get("lastLsn").asLong()).isPositive();

    Reply tree = caller.get("/v1/lineage?target=b&directory=/l&format=tree");
    assertThat(tree.status()).as(tree.text()).isEqualTo(200);
    assertThat(tree.header("Colophon-Found")).isEqualTo("true");
    assertThat(tree.text()).contains("cp").contains("a");
    assertThat(caller.get("/v1/why?effect=/l/b&cause=/l/a&&directory=/x&format=text").text())
        .contains("l/a");
    assertThat(caller.get("/v1/history?target=/l/b").json().path("events")).isNotEmpty();
    assertThat(caller.get("/v1/show?target=/l/b&target=/l/a").status()).isEqualTo(200);
    Reply names = caller.get("/v1/names?pattern=/l/");
    assertThat(names.json().path("names")).hasSize(2);
  }

  @Test
  void recordsLinesAroundBadLine() throws IOException {
    JsonNode result =
        ingest(
            "{\"op\":\"process\",\"id\":\"p\"}",
            "{\"op\":\"write\",\"process\":\"q\",\"path\":\"/n/x\"}",
            "{\"op\":\"write\",\"process\":\"p\",\"path\":\"/n/x\"",
            "{\"op\":\"write\",\"process\":\"p\",\"path\":\"/n/y\"}");
    assertThat(result.get("accepted").asInt()).isEqualTo(2);
    assertThat(result.get("refused").asInt()).isEqualTo(2);
    assertThat(result.at("/problems/0/line").asInt()).isEqualTo(2);
    assertThat(result.at("/problems/0/problem").asText()).contains("'q'");
    assertThat(result.at("/problems/1/line").asInt()).isEqualTo(3);
    assertThat(caller.get("/v1/names?pattern=/n/").json().path("names")).hasSize(1);
  }

  @Test
  void distinguishesNamesThatAreNotUtf8() throws IOException {
    JsonNode result =
        ingest(
            "{\"op\":\"object\",\"path\":\"/half/\\ud800\"}",
            "{\"op\":\"object\",\"path\":\"/half/\\udce9\"}",
            "{\"op\":\"object\",\"path\":{\"base64\":\"L2hhbGYv6Q==\"}}");
    assertThat(result.get("refused").asInt()).isEqualTo(2);
    assertThat(result.get("accepted").asInt()).isEqualTo(1);
    assertThat(caller.get("/v1/names?pattern=/half/").json().path("names")).hasSize(1);
    Reply named = caller.post("/v1/snapshots", "{\"name\":\"half\\ud800\"}");
    assertThat(named.status()).as(named.text()).isEqualTo(400);
  }

  @Test
  void takesSnapshots() throws IOException {
    assertThat(caller.post("/v1/snapshots", "{\"name\":\"one\"}").status()).isEqualTo(201);
    Reply again = caller.post("/v1/snapshots", "{\"name\":\"one\"}");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.json().path("code").asText()).isEqualTo("ALREADY_EXISTS");
    assertThat(caller.get("/v1/snapshots?format=text").text()).contains("one");
    Reply moved = caller.post("/v1/snapshots", "{\"name\":\"one\",\"change\":\"move\"}");
    assertThat(moved.status()).isEqualTo(201);
    Reply deleted = caller.post("/v1/snapshots", "{\"name\":\"one\",\"change\":\"delete\"}");
    assertThat(deleted.status()).isEqualTo(200);
    Reply unknown = caller.post("/v1/snapshots", "{\"name\":\"one\",\"change\":\"delete\"}");
    assertThat(unknown.status()).isEqualTo(404);
    Reply odd = caller.post("/v1/snapshots", "{\"name\":\"one\",\"change\":\"rename\"}");
    assertThat(odd.status()).isEqualTo(400);
    JsonNode history = caller.get("/v1/snapshots").json();
    assertThat(history.findValuesAsText("change")).containsExactly("taken", "moved", "deleted");
    assertThat(history.findValuesAsText("inForce")).containsOnly("false");
  }

  @Test
  void reportsStatus() throws IOException {
    assertThat(caller.get("/healthz").status()).isEqualTo(200);
    assertThat(caller.get("/readyz").status()).isEqualTo(200);
    assertThat(caller.get("/v1/status").json().path("state").asText()).isEqualTo("running");
    assertThat(caller.get("/v1/status?format=text").text()).contains("adapter     rocksdb running");
    assertThat(caller.get("/v1/store?format=text").text()).startsWith("store ");
    assertThat(caller.get("/metrics").text())
        .contains("colophon_operations_reported_total")
        .contains("colophon_adapter_lag_operations{adapter=\"rocksdb\"}")
        .contains("colophon_http_request_duration_seconds_bucket");
    assertThat(caller.get("/v1/adapters").json().at("/0/status/state").asText())
        .isEqualTo("running");
  }

  @Test
  void rejectsUnknownRoutes() throws IOException {
    assertThat(caller.get("/v2/nothing").status()).isEqualTo(404);
    Reply wrongMethod = caller.post("/v1/lineage", "");
    assertThat(wrongMethod.status()).isEqualTo(405);
    assertThat(wrongMethod.header("Allow")).isEqualTo("GET");
    Reply unknown = caller.get("/v1/lineage?target=/x&dept=3");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.json().path("detail").asText()).contains("dept").contains("depth");
    for (String query : new String[] {"%ffect=/a", "target=%zz", "target=%", "target=%c3%28"}) {
      assertThat(caller.get("/v1/why?" + query).status()).as(query).isEqualTo(400);
    }
    assertThat(caller.get("/v1/lineage?target=/nowhere").status()).isEqualTo(404);
    assertThat(caller.get("/v1/lineage?target=/x&adapter=neo4j").status()).isEqualTo(404);
    assertThat(caller.post("/v1/cypher", "{\"statement\":\"RETURN 1\"}").status()).isEqualTo(404);
  }

  @Test
  void createsSocketForOwnerOnlyAndAddressFile() throws IOException {
    Path socket = service.config().socket();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
        .isEqualTo("rw-------");
    assertThat(ServiceAddress.of(service.config().store()))
        .contains(
            new ServiceAddress(
                socket,
                service.port(),
                ProcessHandle.current().pid(),
                service.config().limits().requestTime()));
  }

  @Test
  void rejectsSecondServiceOnSameStore() {
    assertThatThrownBy(() -> Service.start(service.config()))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("is being written by");
    assertThat(service.state()).isEqualTo(RunState.RUNNING);
  }

  @Test
  void callsLastActionWhenNothingArrivesAndStoreIsOpen(@TempDir Path other) {
    ServiceConfig config = ServiceConfig.of(other.resolve("store"));
    Kernel kernel = ServiceKernel.open(config, null);
    Service stopped = Service.over(config, kernel);
    Caller late = Caller.of(config.socket());
    List<KernelState> seen = new ArrayList<>();
    boolean isClean =
        stopped.stop(
            () -> {
              assertThatThrownBy(() -> late.get("/v1/status")).isInstanceOf(IOException.class);
              seen.add(kernel.status().state());
            });
    assertThat(isClean).isTrue();
    assertThat(seen).containsExactly(KernelState.RUNNING);
    assertThat(kernel.status().state()).isEqualTo(KernelState.CLOSED);
  }
}

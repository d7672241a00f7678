// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.report.RemoteSink;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests transactions over HTTP: as numbered lines, by the Java client, and their endpoints. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TransactionsTest {
  private static final String PROCESS = "{\"op\":\"process\",\"id\":\"p\",\"pid\":1}\n";
  private static final String BEGIN = "{\"op\":\"begin\"}\n";

  @TempDir Path temp;

  private Service service;
  private Caller caller;

  @BeforeEach
  void start() {
    service = Service.start(ServiceConfig.of(temp.resolve("store")));
    caller = Caller.of(service.config().socket());
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  private static String use(String op, String path) {
    return "{\"op\":\"%s\",\"process\":\"p\",\"path\":\"%s\"}\n".formatted(op, path);
  }

  private static String step(String op, String id) {
    return "{\"op\":\"%s\",\"transaction\":\"%s\"}\n".formatted(op, id);
  }

  private JsonNode send(long first, String lines) throws IOException {
    Reply reply = caller.post("/v1/sources/s/operations?session=a&keep-all&first=" + first, lines);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json();
  }

  private JsonNode transactions() throws IOException {
    return caller.get("/v1/transactions").json();
  }

  private String ancestors(String path) throws IOException {
    return caller.get("/v1/lineage?format=tree&target=" + path).text();
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  @Test
  void recordsWritesOfNumberedLinesAtTheirCommit() throws IOException {
    String unit = BEGIN + use("read", "/in") + use("write", "/out") + step("prepare", "t1");
    JsonNode prepared = send(1, PROCESS + use("read", "/before") + unit + use("read", "/after"));
    assertThat(prepared.path("acknowledged").asInt()).as(prepared.toString()).isEqualTo(7);
    assertThat(prepared.path("refused").asInt()).isZero();
    assertThat(transactions()).hasSize(1);
    assertThat(transactions().get(0).path("reporter").asText()).isEqualTo("source s");
    assertThat(transactions().get(0).path("operations").asInt()).isOne();
    assertThat(ancestors("/out")).doesNotContain("/in");
    stop();
    start();
    JsonNode committed = send(8, step("commit", "t1"));
    assertThat(committed.path("problems")).as(committed.toString()).isEmpty();
    assertThat(transactions()).isEmpty();
    assertThat(ancestors("/out")).contains("/in");
  }

  @Test
  void refusesStepOfUnknownTransactionAlsoWhenItIsRepeated() throws IOException {
    String lines = PROCESS + step("commit", "none") + use("read", "/f");
    JsonNode first = send(1, lines);
    assertThat(first.path("acknowledged").asInt()).isEqualTo(3);
    assertThat(first.path("refused").asInt()).isOne();
    assertThat(first.at("/problems/0/line").asInt()).isEqualTo(2);
    assertThat(first.at("/problems/0/code").asText()).isEqualTo("NOT_FOUND");
    JsonNode again = send(1, lines);
    assertThat(again.path("repeated").asInt()).isEqualTo(3);
    assertThat(again.at("/problems/0/line").asInt()).isEqualTo(2);
    assertThat(again.at("/problems/0/problem").asText()).contains("refused when it was first");
  }

  @Test
  void answersRepeatedCommitWithoutCommittingTwice() throws IOException {
    send(1, PROCESS + BEGIN + use("write", "/out") + step("prepare", "t1"));
    JsonNode first = send(5, step("commit", "t1"));
    JsonNode again = send(5, step("commit", "t1"));
    assertThat(first.path("problems")).isEmpty();
    assertThat(again.path("problems")).isEmpty();
    assertThat(again.path("repeated").asInt()).isOne();
  }

  @Test
  void recordsNothingOfUnitWhosePrepareIsRefused() throws IOException {
    String unit = BEGIN + use("read", "/lost") + use("write", "/out") + step("prepare", "t1");
    send(1, PROCESS + unit);
    JsonNode second = send(6, PROCESS + unit + use("read", "/kept"));
    assertThat(second.path("acknowledged").asInt()).isEqualTo(11);
    assertThat(second.at("/problems/0/code").asText()).isEqualTo("ALREADY_EXISTS");
    assertThat(second.at("/problems/0/line").asInt()).isEqualTo(10);
    assertThat(transactions()).hasSize(1);
    assertThat(caller.get("/v1/names?pattern=/kept").text()).contains("/kept");
  }

  @Test
  void rejectsMisplacedAndUnnumberedSteps() throws IOException {
    JsonNode outside = send(1, step("prepare", "t1") + "{\"op\":\"commit\"}\n");
    assertThat(outside.path("refused").asInt()).isEqualTo(2);
    assertThat(outside.at("/problems/0/problem").asText()).contains("begin one first");
    assertThat(outside.at("/problems/1/problem").asText()).contains("transaction is missing");
    Reply unnumbered = caller.post("/v1/operations", step("commit", "t1"));
    assertThat(unnumbered.text()).contains("transactions are for numbered lines");
  }

  @Test
  void decidesOverEndpointsAndCountsWhatIsUndecided() throws IOException {
    for (int i = 1; i <= 3; i++) {
      send(4L * i - 3, PROCESS + BEGIN + use("write", "/out" + i) + step("prepare", "t" + i));
    }
    assertThat(caller.get("/metrics").text()).contains("colophon_prepared_transactions 3");
    assertThat(caller.get("/v1/status").json().path("preparedTransactions").asInt()).isEqualTo(3);
    assertThat(caller.get("/v1/status?format=text").text()).contains("3 transactions, the oldest");
    assertThat(caller.post("/v1/transactions/t1/commit", "").status()).isEqualTo(200);
    assertThat(caller.post("/v1/transactions/t2/abort", "").status()).isEqualTo(200);
    assertThat(caller.post("/v1/transactions/t3/abandon", "").status()).isEqualTo(200);
    Reply again = caller.post("/v1/transactions/t1/commit", "");
    assertThat(again.status()).isEqualTo(404);
    assertThat(again.text()).contains("it was committed or aborted before");
    assertThat(transactions()).isEmpty();
    assertThat(ancestors("/out1")).doesNotContain("attempted");
    assertThat(ancestors("/out3")).contains("attempted", "outcome unknown");
  }

  // --- the Java client ---

  private RemoteSink sink() {
    return RemoteSink.to(ServiceConnection.at(service.config().socket()).build(), "mine").build();
  }

  private static long prepare(OperationSink sink, String id) {
    sink.begin();
    long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/app"), 0), 0);
    long in = sink.objectAt(Bytes.of("/in"), ObjectKind.FILE, 0);
    long out = sink.object(ObjectDeclaration.of(ObjectKind.OTHER, "row"), 0);
    sink.access(OperationKind.READ, Phase.WHOLE, process, in, 1, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, out, 1, 0);
    sink.bind(process, Bytes.of("row://" + id), out, 0);
    sink.prepare(id);
    return out;
  }

  @Test
  void commitsAndAbortsThroughRemoteSink() throws IOException {
    try (RemoteSink sink = sink()) {
      prepare(sink, "t1");
      assertThat(transactions()).hasSize(1);
      assertThat(caller.get("/v1/lineage?target=row://t1").status()).isEqualTo(404);
      sink.commit("t1");
      assertThat(ancestors("row://t1")).contains("/in");
      prepare(sink, "t2");
      sink.abort("t2");
      assertThat(caller.get("/v1/lineage?target=row://t2").status()).isEqualTo(404);
      assertThat(sink.refused()).isZero();
    }
  }

  @Test
  void throwsRefusalOfRemoteStepToItsCallerWithoutGap() throws IOException {
    try (RemoteSink sink = sink()) {
      assertFails(() -> sink.commit("none"), ErrorCode.NOT_FOUND);
      assertFails(() -> sink.prepare("t1"), ErrorCode.BAD_REQUEST);
      assertFails(() -> prepare(sink, "a/b"), ErrorCode.BAD_REQUEST);
      prepare(sink, "t1");
      assertFails(() -> prepare(sink, "t1"), ErrorCode.ALREADY_EXISTS);
      sink.begin();
      sink.note("log", Bytes.of("lost"), OperationSink.NO_IDS);
      assertFails(() -> sink.commit("none"), ErrorCode.NOT_FOUND);
      assertThat(sink.positionOf("log")).isEqualTo(Bytes.EMPTY);
      sink.begin();
      sink.note("log", Bytes.of("here"), OperationSink.NO_IDS);
      sink.commit("t1");
      assertThat(sink.positionOf("log")).isEqualTo(Bytes.of("here"));
      assertThat(sink.refused()).isZero();
    }
    assertThat(caller.get("/v1/store").json().path("gaps")).isEmpty();
  }

  @Test
  void writesNoOperationOfPreparedUnitToFile() throws IOException {
    Path file = temp.resolve("lines");
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        RemoteSink sink = RemoteSink.into(channel)) {
      assertFails(() -> prepare(sink, "t1"), ErrorCode.IO_FAILED);
      assertFails(() -> sink.commit("t1"), ErrorCode.IO_FAILED);
      sink.process(ProcessDeclaration.of(2, Bytes.of("/bin/other"), 0), 0);
      sink.awaitDurable(sink.flush());
    }
    assertThat(Files.readString(file)).contains("/bin/other").doesNotContain("/bin/app", "commit");
  }
}

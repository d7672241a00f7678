// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.report.RemoteSink;
import org.colophon.client.report.RemoteSinkBuilder;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the Java client's sink with a service. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RemoteSinkTest {
  private static final Bytes ODD = Bytes.wrap(new byte[] {'/', 'o', (byte) 0xff, '\n', '"', '\\'});

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

  private RemoteSinkBuilder sink(String source) {
    return RemoteSink.to(ServiceConnection.at(service.config().socket()).build(), source);
  }

  private JsonNode show(String target) throws IOException {
    return caller.get("/v1/show?target=" + target).json();
  }

  @Test
  void takesSnapshotWithRemoteUnitAndCountsRefusedOne() throws IOException {
    try (RemoteSink sink = sink("mine").build()) {
      sink.begin();
      sink.snapshot("v", 0);
      sink.position("log", Bytes.of("1"));
      sink.snapshot("v", 0); // refused: the name is in use
      sink.snapshot("v", Snapshot.Change.MOVE, 0);
      sink.snapshot("v", Snapshot.Change.DELETE, 0);
      sink.awaitDurable(sink.flush());
      assertThat(sink.refused()).isOne();
    }
    JsonNode history = caller.get("/v1/snapshots").json();
    assertThat(history.findValuesAsText("change")).containsExactly("taken", "moved", "deleted");
  }

  /** Calls every method of a sink once. Finally the object has its second path. */
  private static void everything(OperationSink sink) {
    long shell =
        sink.process(
            new ProcessDeclaration(
                Bytes.of("proc\0host\0boot\0001"),
                1,
                Bytes.of("/bin/sh"),
                List.of(Bytes.of("sh"), ODD, Bytes.EMPTY),
                Bytes.of("/lab"),
                5),
            7);
    long child = sink.process(ProcessDeclaration.of(2, Bytes.of("/bin/cp"), 0), 0);
    sink.link(LinkKind.FORK, child, shell, 9);
    long file = sink.objectAt(Bytes.of("/lab/über \u0001"), ObjectKind.FILE, 0);
    long own = sink.object(ObjectDeclaration.of(ObjectKind.OTHER, "model 7"), 0);
    sink.access(OperationKind.READ, Phase.BEGIN, child, file, 0, 0);
    sink.access(OperationKind.READ, Phase.END, child, file, 4096, 0);
    sink.access(OperationKind.READ, Phase.BEGIN, child, file, 0, 0);
    sink.endRepeated(OperationKind.READ, child, file, 5, 77, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, child, own, 12, 0);
    sink.cut(Phase.WHOLE, child, own, 0);
    sink.bind(child, Bytes.of("model://7"), own, 0);
    sink.rename(child, Bytes.of("/lab/über \u0001"), ODD, 0);
    sink.bind(0, Bytes.of("/lab/y"), file, 0);
    sink.exchange(child, ODD, Bytes.of("/lab/y"), 0);
    sink.unbind(child, Bytes.of("/lab/y"), 0);
    sink.derive(own, file, child, 0);
    sink.extend(child, own, "text/plain", ODD, 0);
    ByteMap.Part part = new ByteMap.Part(file, 3, 4);
    ByteMap map = new ByteMap(0, List.of(ByteMap.Segment.copy(part)));
    sink.extend(0, own, ByteMap.TYPE, map.encode().data(), map.encode().idsAt(), 0);
    sink.gap(child, GapCause.EVENTS_LOST, 3, 0);
    sink.refuse("feed:7", "no such word");
    sink.exit(child, 3, 0);
    sink.awaitDurable(sink.flush());
  }

  @Test
  void recordsTheSameAsKernelSink() throws IOException {
    try (RemoteSink sink = sink("a").build()) {
      everything(sink);
      assertThat(sink.resolve(ODD)).isPositive();
      assertThat(sink.resolve(Bytes.of("/lab/y"))).isZero();
    }
    assertThat(caller.get("/v1/status").json().path("refused").asLong()).isEqualTo(1);
    stop();
    String remote = StoreDump.of(temp.resolve("store"), sink -> {});
    start();
    String own = StoreDump.of(temp.resolve("embedded"), RemoteSinkTest::everything);
    assertThat(remote).isEqualTo(own);
  }

  @Test
  void omitsObjectsThatItsRulesExclude() throws IOException {
    try (RemoteSink sink = sink("a").rules(List.of(), List.of("/secret")).build()) {
      long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/p"), 0), 0);
      for (int i = 0; i < 300; i++) {
        for (String directory : List.of("/secret/", "/open/")) {
          long file = sink.objectAt(Bytes.of(directory + i), ObjectKind.FILE, 0);
          sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
        }
      }
      sink.awaitDurable(sink.flush());
    }
    JsonNode status = caller.get("/v1/status").json();
    assertThat(status.path("filtered").asLong()).isEqualTo(300);
    assertThat(status.path("reported").asLong())
        .isEqualTo(
            status.path("filtered").asLong()
                + status.path("refused").asLong()
                + status.path("dropped").asLong()
                + status.path("accepted").asLong());
    assertThat(caller.get("/v1/show?target=/secret/7").status()).isEqualTo(404);
    assertThat(caller.get("/v1/show?target=/open/7").status()).isEqualTo(200);
  }

  @Test
  void resumesAfterRestartOfService() throws IOException {
    try (RemoteSink sink = sink("a").keepAll(true).batchOperations(50).build()) {
      long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/p"), 0), 0);
      long file = sink.objectAt(Bytes.of("/f"), ObjectKind.FILE, 0);
      for (int i = 0; i < 3_000; i++) {
        sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 1, 0);
        if (i % 600 == 300) {
          sink.flush(); // so that the sender works while the service stops
          stop();
          start();
        }
      }
      sink.awaitDurable(sink.flush());
    }
    JsonNode status = caller.get("/v1/sources/a").json();
    assertThat(status.path("acknowledged").asLong()).isEqualTo(3_002);
    assertThat(show("/f").toString()).contains("3000");
  }

  @Test
  void failsCallersWhenServiceStaysUnreachable() {
    stop();
    RemoteSink sink = sink("a").patience(Duration.ofMillis(50)).queuedOperations(1024).build();
    assertThatThrownBy(
            () -> {
              while (true) {
                sink.gap(0, GapCause.EVENTS_LOST, 1, 0);
              }
            })
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("cannot reach the service");
    assertThatThrownBy(sink::close).hasMessageContaining("no success after retrying");
    start();
  }

  @Test
  void failsWhenAnotherProgramReportsUnderItsName() {
    RemoteSink one = sink("same").build();
    one.gap(0, GapCause.EVENTS_LOST, 1, 0);
    one.awaitDurable(one.flush());
    try (RemoteSink other = sink("same").build()) {
      other.gap(0, GapCause.EVENTS_LOST, 1, 0);
      other.awaitDurable(other.flush());
      one.gap(0, GapCause.EVENTS_LOST, 1, 0);
      assertThatThrownBy(() -> one.awaitDurable(one.flush()))
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("another session")
          .extracting(e -> ((ColophonException) e).code())
          .isEqualTo(ErrorCode.ALREADY_EXISTS);
    }
  }

  @Test
  void declaresOneIdentityOnceAcrossThreads() throws Exception {
    try (RemoteSink sink = sink("a").keepAll(true).queuedOperations(512).build()) {
      long file = sink.objectAt(Bytes.of("/shared"), ObjectKind.FILE, 0);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        threads.add(new Thread(() -> write(sink, file)));
      }
      threads.forEach(Thread::start);
      for (Thread each : threads) {
        each.join();
      }
    }
    assertThat(caller.get("/v1/sources/a").json().path("acknowledged").asLong())
        .isEqualTo(1 + 4 * 5000 + 1); // one process, whoever declares it
  }

  private static void write(RemoteSink sink, long file) {
    for (int i = 0; i < 5000; i++) {
      long process =
          sink.process(
              new ProcessDeclaration(
                  Bytes.of("only one"), 1, Bytes.EMPTY, List.of(), Bytes.EMPTY, 0),
              0);
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 1, 0);
    }
  }

  private JsonNode lineage(String target) throws IOException {
    return caller.get("/v1/lineage?target=" + target).json();
  }

  @Test
  void recordsCommandWithMegabyteOfArguments() throws IOException {
    List<Bytes> objects = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      objects.add(Bytes.of("/build/" + i + "/" + "x".repeat(300) + ".o"));
    }
    Bytes linker = Bytes.of("/bin/ld");
    try (RemoteSink sink = sink("a").build()) {
      long process =
          sink.process(
              new ProcessDeclaration(Bytes.EMPTY, 7, linker, objects, Bytes.of("/build"), 0), 0);
      long in = sink.objectAt(Bytes.of("/build/in.o"), ObjectKind.FILE, 0);
      long out = sink.objectAt(Bytes.of("/build/out"), ObjectKind.FILE, 0);
      sink.access(OperationKind.READ, Phase.WHOLE, process, in, 1, 0);
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, out, 1, 0);
      sink.awaitDurable(sink.flush());
      assertThat(sink.refused()).isZero();
    }
    JsonNode found = lineage("/build/out");
    assertThat(found.toString()).contains("/build/in.o");
    assertThat(found.at("/summary/incomplete").asBoolean(true)).isFalse();
  }

  @Test
  void reportsIncompleteLineageAfterRefusedOperation() throws IOException {
    RemoteSink sink = sink("a").build();
    long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/p"), 0), 0);
    long kept = sink.objectAt(Bytes.of("/kept"), ObjectKind.FILE, 0);
    long tooLong = sink.objectAt(Bytes.of("/" + "x".repeat(70_000)), ObjectKind.FILE, 0);
    sink.access(OperationKind.READ, Phase.WHOLE, process, tooLong, 1, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, kept, 1, 0);
    sink.close();
    assertThat(sink.refused()).isEqualTo(2);
    JsonNode gaps = lineage("/kept").at("/summary/gaps");
    assertThat(gaps).hasSize(1);
    assertThat(gaps.toString()).contains("events_lost").contains("\"count\":2");
  }

  @Test
  void deletesFinishedRun() throws IOException {
    for (String source : List.of("run-once", "run-twice", "tool")) {
      try (RemoteSink sink = sink(source).build()) {
        sink.process(ProcessDeclaration.of(1, Bytes.of("/p"), 0), 0);
      }
    }
    sink("run-never").build().close();
    JsonNode sources = caller.get("/v1/sources").json();
    assertThat(sources.findValuesAsText("source")).containsExactly("tool");
  }

  @Test
  void rejectsReservedSourceName() {
    try (RemoteSink sink = sink("a").build()) {
      assertThat(sink.positionOf("x".repeat(250))).isEqualTo(Bytes.EMPTY);
      assertThatThrownBy(() -> sink.positionOf("x".repeat(251))).hasMessageContaining("250");
      assertThatThrownBy(() -> sink.positionOf("http/a")).hasMessageContaining("no position");
      sink.begin();
      assertThatThrownBy(() -> sink.position("x".repeat(251), Bytes.of("1")))
          .hasMessageContaining("250");
    }
  }

  @Test
  void rejectsInvalidSourceNamesAndMisusedUnits() {
    assertThatThrownBy(() -> sink("a/b")).hasMessageContaining("letters, digits");
    try (RemoteSink sink = sink("a").build()) {
      Bytes here = Bytes.of("here");
      assertThatThrownBy(() -> sink.position("log", here)).hasMessageContaining("begin one first");
      sink.begin();
      assertThatThrownBy(sink::begin).hasMessageContaining("open already");
      assertThatThrownBy(sink::flush).hasMessageContaining("end it with a position");
      assertThatThrownBy(() -> sink.position("", here)).hasMessageContaining("1 to 256");
      sink.begin(); // the refused unit is dropped
      assertThatThrownBy(() -> writeTooMuch(sink)).hasMessageContaining("4096 operations");
      assertThatThrownBy(() -> sink.position("log", here)).hasMessageContaining("begin one first");
    }
  }

  @Test
  void ignoresPositionsOfDroppedUnits() {
    RemoteSink sink = sink("a").build();
    Bytes here = Bytes.of("here");
    sink.begin();
    sink.note("part", here, new int[0]);
    assertThatThrownBy(() -> sink.position("", here)).hasMessageContaining("1 to 256");
    assertThat(sink.positionOf("part")).isEqualTo(Bytes.EMPTY);
    sink.begin();
    sink.note("part", here, new int[0]);
    sink.position("log", here);
    assertThat(sink.positionOf("part")).isEqualTo(here);
    assertThat(sink.positionOf("log")).isEqualTo(here);
    sink.begin();
    sink.close();
    assertThatThrownBy(() -> sink.position("other", here)).hasMessageContaining("is closed");
    assertThatThrownBy(() -> sink.positionOf("other")).hasMessageContaining("is closed");
  }

  @Test
  void acceptsFullUnitWithManyPositions() {
    try (RemoteSink sink = sink("a").build()) {
      sink.begin();
      for (int i = 0; i < 4096; i++) {
        sink.gap(0, GapCause.EVENTS_LOST, 1, 0);
        sink.note("part " + i, Bytes.of("here"), new int[0]);
      }
      sink.position("log", Bytes.of("there"));
      sink.awaitDurable(sink.flush());
    }
    try (RemoteSink sink = sink("b").build()) {
      assertThat(sink.positionOf("log")).isEqualTo(Bytes.of("there"));
      assertThat(sink.positionOf("part 4095")).isEqualTo(Bytes.of("here"));
    }
  }

  /** The queue has a free slot for the end of a unit of any size. */
  @Test
  void acceptsUnitThatFillsQueue() {
    try (RemoteSink sink = sink("a").queuedOperations(16).build()) {
      sink.begin();
      for (int i = 0; i < 14; i++) {
        sink.gap(0, GapCause.EVENTS_LOST, 1, 0);
      }
      sink.position("log", Bytes.of("there"));
      sink.awaitDurable(sink.flush());
      assertThat(sink.positionOf("log")).isEqualTo(Bytes.of("there"));
    }
  }

  private static void writeTooMuch(OperationSink sink) {
    for (int i = 0; i < 5000; i++) {
      sink.gap(0, GapCause.EVENTS_LOST, 1, 0);
    }
  }

  /** Reports units whose positions contain ids, and that look up names that they have changed. */
  private static void units(OperationSink sink) {
    for (int i = 0; i < 3; i++) {
      sink.begin();
      long process = sink.process(ProcessDeclaration.of(i, Bytes.of("/bin/p" + i), 0), 0);
      long shared =
          sink.object(new ObjectDeclaration(ObjectKind.TABLE, Bytes.of("t"), Bytes.of("t")), 0);
      Bytes one = Bytes.of("/one/" + i);
      Bytes two = Bytes.of("/two/" + i);
      assertThat(sink.resolve(one)).isZero();
      sink.bind(process, one, shared, 0);
      assertThat(sink.resolve(one)).isEqualTo(shared);
      sink.rename(process, one, two, 0);
      assertThat(sink.resolve(one)).isZero();
      assertThat(sink.resolve(two)).isEqualTo(shared);
      assertThat(sink.resolve(Bytes.of("/two/" + (i - 1))) != 0).isEqualTo(i > 0);
      sink.rename(process, Bytes.of("/unknown"), Bytes.of("/known/" + i), 0);
      assertThat(sink.resolve(Bytes.of("/known/" + i))).isPositive();
      sink.exchange(process, two, Bytes.of("/known/" + i), 0);
      assertThat(sink.resolve(Bytes.of("/known/" + i))).isEqualTo(shared);
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, shared, 7, 0);
      byte[] ids = ByteBuffer.allocate(16).putLong(process).putLong(shared).array();
      sink.note("part", Bytes.wrap(ids), new int[] {0, 8});
      sink.position("log", Bytes.of("after " + i));
    }
    sink.awaitDurable(sink.flush());
  }

  @Test
  void recordsUnitsLikeKernelSink() throws IOException {
    try (RemoteSink sink = sink("a").build()) {
      assertThat(sink.positionOf("log")).isEqualTo(Bytes.EMPTY);
      units(sink);
    }
    try (RemoteSink sink = sink("b").build()) {
      assertThat(sink.positionOf("log")).isEqualTo(Bytes.of("after 2"));
      ByteBuffer ids = ByteBuffer.wrap(sink.positionOf("part").toArray());
      sink.access(OperationKind.READ, Phase.WHOLE, ids.getLong(), ids.getLong(), 8, 0);
    }
    assertThat(caller.get("/v1/status").json().path("refused").asLong()).isZero();
    stop();
    String remote = StoreDump.of(temp.resolve("store"), sink -> {});
    start();
    String own =
        StoreDump.of(
            temp.resolve("embedded"),
            sink -> {
              units(sink);
              sink.access(OperationKind.READ, Phase.WHOLE, 3, 1, 8, 0);
            });
    assertThat(remote).isEqualTo(own);
  }

  @Test
  void separatesUnitsOfThreads() throws Exception {
    try (RemoteSink sink = sink("a").keepAll(true).queuedOperations(256).build()) {
      long file = sink.objectAt(Bytes.of("/shared"), ObjectKind.FILE, 0);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String source = "log " + i;
        OperationSink own = sink.another();
        threads.add(new Thread(() -> writeUnits(own, source, file)));
      }
      threads.forEach(Thread::start);
      for (Thread each : threads) {
        each.join();
      }
      for (int i = 0; i < 4; i++) {
        assertThat(sink.positionOf("log " + i)).isEqualTo(Bytes.of("199"));
      }
    }
    JsonNode status = caller.get("/v1/status").json();
    assertThat(status.path("refused").asLong()).isZero();
    JsonNode writers = show("/shared").path("accesses");
    assertThat(writers).hasSize(4 * 200);
    for (JsonNode each : writers) {
      assertThat(each.path("count").asLong()).isEqualTo(20);
      long between = each.path("lastLsn").asLong() - each.path("firstLsn").asLong();
      assertThat(between).isEqualTo(19); // the unit is not interrupted
    }
  }

  private static void writeUnits(OperationSink sink, String source, long file) {
    for (int unit = 0; unit < 200; unit++) {
      sink.begin();
      long process = sink.process(ProcessDeclaration.of(unit, Bytes.of(source), 0), 0);
      for (int i = 0; i < 20; i++) {
        sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 1, 0);
      }
      sink.position(source, Bytes.of("" + unit));
    }
  }

  @Test
  void rejectsPositionOfEarlierClaimant() {
    try (RemoteSink late = sink("late").build()) {
      RemoteSink early = sink("early").build();
      early.positionOf("log");
      late.positionOf("log");
      early.begin();
      early.position("log", Bytes.of("1"));
      assertThatThrownBy(early::close).hasMessageContaining("another program has requested");
      late.begin();
      late.position("log", Bytes.of("2"));
    }
  }
}

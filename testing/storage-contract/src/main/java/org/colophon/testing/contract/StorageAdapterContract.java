// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.colophon.testing.contract.RecordBatchBuilder.timeOf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.spi.storage.VerifiableStorage;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the behaviour of every storage adapter except names (see {@link NamingContract}). A
 * module's test extends this with its factory. Adapters declare their capabilities. The tests check
 * declared and missing ones, and none is skipped.
 */
public abstract class StorageAdapterContract {
  @TempDir Path directory;

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private StorageAdapter adapter;

  /** Returns the factory under test. */
  protected abstract StorageAdapterFactory factory();

  private StorageConfig config() {
    return StorageConfig.at(directory.resolve("store"));
  }

  private StorageAdapter open(StorageConfig config) {
    StorageAdapter opened = new AssertingStorageAdapter(factory().create(config));
    opened.open();
    return opened;
  }

  private boolean isDurable() {
    return factory().capabilities().contains(StorageCapability.DURABLE);
  }

  @BeforeEach
  void openStore() {
    adapter = open(config());
  }

  @AfterEach
  void closeStore() {
    if (adapter != null) {
      adapter.close();
    }
  }

  private LineageReader flushed() {
    adapter.append(history.build());
    adapter.flush();
    return adapter.reader();
  }

  private static List<String> ofObject(LineageReader reader, long object, int modes) {
    List<String> found = new ArrayList<>();
    reader.accessesOfObject(object, modes, into(found));
    return found;
  }

  private static List<String> ofProcess(LineageReader reader, long process, int modes) {
    List<String> found = new ArrayList<>();
    reader.accessesOfProcess(process, modes, into(found));
    return found;
  }

  private static AccessVisitor into(List<String> found) {
    return (p, o, mode, first, last, count, bytes, firstNanos, lastNanos) ->
        found.add(text(p, o, mode, first, last, count, bytes, firstNanos, lastNanos));
  }

  private static String text(
      long p, long o, AccessMode mode, long first, long last, long n, long b, long from, long to) {
    long fromLsn = (from - RecordBatchBuilder.EPOCH_NANOS) / 1_000_000;
    long toLsn = (to - RecordBatchBuilder.EPOCH_NANOS) / 1_000_000;
    return "p%d o%d %s [%d,%s] n%d b%d @%d-%d"
        .formatted(p, o, mode, first, Lsn.format(last), n, b, fromLsn, toLsn);
  }

  private static List<String> operations(LineageReader reader, long process, long object) {
    List<String> found = new ArrayList<>();
    reader.operations(
        process,
        object,
        (lsn, kind, p, o, bytes, time) ->
            found.add(lsn + " " + kind + " p" + p + " o" + o + " b" + bytes));
    return found;
  }

  @Test
  void holdsNothingWhenNew() {
    assertThat(adapter.heldLsn()).isZero();
    LineageReader reader = adapter.reader();
    assertThat(reader.visibleLsn()).isZero();
    assertThat(reader.process(1)).isNull();
    assertThat(reader.object(1)).isNull();
    assertThat(ofObject(reader, 1, AccessMode.ALL)).isEmpty();
    assertThat(reader.namesOf(1)).isEmpty();
    assertThat(reader.snapshots()).isEmpty();
    assertThat(reader.lsnAt(Long.MAX_VALUE)).isZero();
    assertThat(reader.timeAt(1)).isZero();
    assertThat(reader.processByIdentity(Bytes.of("p"))).isZero();
    assertThat(reader.processesWithPid(1)).isEmpty();
  }

  @Test
  void findsSingleOperationsFromBothEnds() {
    history.access(OperationKind.READ, 1, 2, 100).access(OperationKind.WRITE, 1, 3, 50);
    LineageReader reader = flushed();
    String read = "p1 o2 READ [1,1] n1 b100 @1-1";
    String write = "p1 o3 WRITE [2,2] n1 b50 @2-2";
    assertThat(ofProcess(reader, 1, AccessMode.ALL)).containsExactlyInAnyOrder(read, write);
    assertThat(ofProcess(reader, 1, AccessMode.READ.bit())).containsExactly(read);
    assertThat(ofObject(reader, 3, AccessMode.ALL)).containsExactly(write);
    assertThat(ofObject(reader, 3, AccessMode.READ.bit())).isEmpty();
  }

  @Test
  void distinguishesEveryModeAndKind() {
    for (OperationKind kind : OperationKind.values()) {
      history.access(kind, 1, 2, kind.code());
    }
    LineageReader reader = flushed();
    List<String> expected = new ArrayList<>();
    for (OperationKind kind : OperationKind.values()) {
      long lsn = expected.size() + 1L;
      expected.add(lsn + " " + kind + " p1 o2 b" + kind.code());
    }
    assertThat(operations(reader, 1, 0)).isEqualTo(expected);
    assertThat(operations(reader, 0, 2)).isEqualTo(expected);
    for (AccessMode mode : AccessMode.values()) {
      assertThat(ofObject(reader, 2, mode.bit()))
          .isNotEmpty()
          .allMatch(t -> t.contains(" " + mode));
    }
  }

  @Test
  void visitsOnlyTheFinalFormOfAnInterval() {
    history.open(OperationKind.READ, 1, 2, 10).open(OperationKind.WRITE, 1, 2, 20);
    LineageReader reader = flushed();
    assertThat(ofObject(reader, 2, AccessMode.READ.bit()))
        .containsExactly("p1 o2 READ [1,open] n1 b10 @1-1");
    history.interval(AccessMode.READ, 1, 2, 1, 3, 3, 70);
    flushed();
    assertThat(ofObject(reader, 2, AccessMode.READ.bit()))
        .containsExactly("p1 o2 READ [1,3] n3 b70 @1-3");
    history.interval(AccessMode.READ, 1, 2, 1, 4, 9, 90);
    flushed();
    assertThat(ofProcess(reader, 1, AccessMode.ALL))
        .containsExactlyInAnyOrder(
            "p1 o2 READ [1,4] n9 b90 @1-4", "p1 o2 WRITE [2,open] n1 b20 @2-2");
    assertThat(operations(reader, 1, 2))
        .containsExactly("1 READ p1 o2 b10", "2 WRITE p1 o2 b20", "4 READ p1 o2 b80");
  }

  @Test
  void separatesIntervalsOfSamePairByTheirBegin() {
    history.open(OperationKind.READ, 1, 2, 1).open(OperationKind.READ, 1, 2, 2);
    flushed();
    history.interval(AccessMode.READ, 1, 2, 1, 1, 1, 5).open(OperationKind.READ, 1, 2, 3);
    LineageReader reader = flushed();
    assertThat(ofObject(reader, 2, AccessMode.ALL))
        .containsExactlyInAnyOrder(
            "p1 o2 READ [1,1] n1 b5 @1-3",
            "p1 o2 READ [2,open] n1 b2 @2-2",
            "p1 o2 READ [4,open] n1 b3 @4-4");
  }

  @Test
  void returnsEveryOperationInOrderWhenAllWereKept() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      OperationKind kind = i % 2 == 0 ? OperationKind.READ : OperationKind.WRITE;
      history.access(kind, 1 + i % 3, 5, i);
      if (i % 3 == 0) {
        expected.add((i + 1) + " " + kind + " p1 o5 b" + i);
      }
      if (i % 70 == 0) {
        flushed();
      }
    }
    LineageReader reader = flushed();
    assertThat(operations(reader, 1, 0)).isEqualTo(expected);
    assertThat(operations(reader, 1, 5)).isEqualTo(expected);
    assertThat(operations(reader, 0, 5)).hasSize(300);
    assertThat(operations(reader, 1, 6)).isEmpty();
  }

  @Test
  void rejectsOperationsWithoutSubject() {
    assertThatThrownBy(() -> operations(adapter.reader(), 0, 0))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  @Test
  void findsLinksFromBothEnds() {
    history.link(LinkKind.FORK, 2, 1).link(LinkKind.EXEC, 3, 2);
    LineageReader reader = flushed();
    List<String> found = new ArrayList<>();
    reader.causesOfProcess(2, (e, c, kind, lsn, t) -> found.add(e + "<" + c + kind + lsn));
    reader.effectsOfProcess(2, (e, c, kind, lsn, t) -> found.add(e + "<" + c + kind + lsn));
    assertThat(found).containsExactly("2<1FORK1", "3<2EXEC2");
  }

  @Test
  void findsDerivationsFromBothEnds() {
    history.derivation(2, 1, 7).derivation(3, 2, 0);
    LineageReader reader = flushed();
    List<String> found = new ArrayList<>();
    reader.derivationsOfObject(
        2, (e, c, p, lsn, t) -> found.add(e + "<" + c + "p" + p + "@" + lsn));
    reader.derivationsFromObject(
        2, (e, c, p, lsn, t) -> found.add(e + "<" + c + "p" + p + "@" + lsn));
    assertThat(found).containsExactly("2<1p7@1", "3<2p0@2");
  }

  @Test
  void visitsCutsInOrder() {
    history.cut(1, 5).access(OperationKind.WRITE, 1, 5, 1);
    flushed();
    history.cut(2, 5, 2).cut(2, 6);
    List<String> found = new ArrayList<>();
    flushed().cuts(5, (process, begin, end, time) -> found.add(process + ":" + begin + "-" + end));
    assertThat(found).containsExactly("1:1-1", "2:2-3");
  }

  @Test
  void knowsProcessAndItsEnd() {
    ProcessDeclaration declaration =
        new ProcessDeclaration(
            Bytes.copyOf(new byte[] {1, 0, -1}),
            42,
            Bytes.of("/bin/cc"),
            List.of(Bytes.of("cc"), Bytes.EMPTY, Bytes.copyOf(new byte[] {-1, '\n'})),
            Bytes.of("/work"),
            123_456_789_012_345L);
    history.process(1, declaration);
    LineageReader reader = flushed();
    assertThat(reader.process(1)).isEqualTo(new ProcessInfo(1, declaration, 1, Lsn.OPEN, 0, 0));
    history.exit(1, ProcessInfo.REPLACED);
    flushed();
    assertThat(reader.process(1))
        .isEqualTo(new ProcessInfo(1, declaration, 1, 2, timeOf(2), ProcessInfo.REPLACED));
    assertThat(reader.processByIdentity(declaration.identity())).isEqualTo(1);
    assertThat(reader.process(2)).isNull();
  }

  @Test
  void keepsTimesInWholeMillisecondsWhenTheSourceIsMorePrecise() {
    long whole = RecordBatchBuilder.EPOCH_NANOS;
    long precise = whole + 999_999;
    try (Kernel kernel = Kernel.open(kernelConfig())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long process = sink.process(ProcessDeclaration.of(1, Bytes.of("p"), precise), precise);
      long file = sink.objectAt(Bytes.of("/f"), ObjectKind.FILE, precise);
      sink.access(OperationKind.READ, Phase.BEGIN, process, file, 1, precise);
      sink.access(OperationKind.READ, Phase.END, process, file, 1, precise + 1);
      sink.exit(process, 0, precise);
      sink.flush();
      kernel.drain();
      LineageReader reader = kernel.reader("store");
      assertThat(Objects.requireNonNull(reader.process(process)).declaration().startNanos())
          .isEqualTo(whole);
      assertThat(Objects.requireNonNull(reader.process(process)).endNanos()).isEqualTo(whole);
      List<Long> times = new ArrayList<>();
      reader.accessesOfProcess(
          process,
          AccessMode.READ.bit(),
          (p, o, mode, first, last, count, bytes, begin, end) -> times.addAll(List.of(begin, end)));
      assertThat(times).containsExactly(whole, whole + 1_000_000);
    }
  }

  private KernelConfig kernelConfig() {
    AdapterConfig store = new AdapterConfig("store", factory(), Map.of());
    return KernelConfig.builder(directory.resolve("fed")).adapter(store).build();
  }

  private static ObjectDeclaration file(long inode) {
    Bytes identity = new FileIdentity(7, inode, 1).ofHost("host");
    return new ObjectDeclaration(ObjectKind.FILE, identity, Bytes.EMPTY);
  }

  private static List<String> cuts(LineageReader reader, long object) {
    List<String> found = new ArrayList<>();
    reader.cuts(object, (process, begin, end, time) -> found.add("by " + process));
    return found;
  }

  @Test
  void keepsObjectOfFileThatMovedWithoutBeingRecorded() {
    Bytes before = Bytes.of("/before");
    Bytes link = Bytes.of("/link");
    Bytes now = Bytes.of("/now");
    try (Kernel kernel = Kernel.open(kernelConfig())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long file = sink.objectAt(before, file(1), 0);
      sink.objectAt(link, file(1), 0);
      sink.flush();
      kernel.drain();
      assertThat(sink.objectAt(now, file(1), 0)).isEqualTo(file);
      sink.keepOnlyName(now, file, 0);
      sink.flush();
      kernel.drain();
      LineageReader reader = kernel.reader("store");
      assertThat(reader.resolve(now, Lsn.LATEST)).isEqualTo(file);
      assertThat(reader.resolve(before, Lsn.LATEST)).isZero();
      assertThat(reader.resolve(link, Lsn.LATEST)).isZero();
      assertThat(cuts(reader, file)).isEmpty();
    }
  }

  @Test
  void cutsFileThatReplacedAnotherOneWithoutBeingRecorded() {
    Bytes path = Bytes.of("/f");
    try (Kernel kernel = Kernel.open(kernelConfig())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long first = sink.objectAt(path, file(1), 0);
      long second = sink.objectAt(path, file(2), 0);
      assertThat(second).isNotEqualTo(first);
      assertThat(sink.objectAt(path, file(1), 0)).isEqualTo(first);
      sink.flush();
      kernel.drain();
      assertThat(cuts(kernel.reader("store"), first)).isEmpty();
      assertThat(cuts(kernel.reader("store"), second)).containsExactly("by 0");
    }
  }

  @Test
  void listsProcessesOfPidInOrder() {
    for (long id = 1; id <= 4; id++) {
      history.process(id, ProcessDeclaration.of(id == 2 ? 8 : 7, Bytes.of("x"), 0));
    }
    LineageReader reader = flushed();
    assertThat(reader.processesWithPid(7)).containsExactly(1L, 3L, 4L);
    assertThat(reader.processesWithPid(9)).isEmpty();
  }

  @Test
  void listsProcessesOfExecutableInOrder() {
    Bytes gcc = Bytes.of("/usr/bin/gcc");
    Bytes cc = Bytes.of("/usr/bin/cc");
    Bytes notUtf8 = Bytes.copyOf(new byte[] {'/', (byte) 0xff});
    List<Bytes> programs = List.of(gcc, cc, gcc, notUtf8, gcc);
    for (int i = 0; i < programs.size(); i++) {
      history.process(i + 1, ProcessDeclaration.of(7, programs.get(i), 0));
    }
    history.process(5, ProcessDeclaration.of(7, cc, 0)); // a fuller declaration
    LineageReader reader = flushed();
    assertThat(reader.processesOf(gcc)).containsExactly(1L, 3L);
    assertThat(reader.processesOf(cc)).containsExactly(2L, 5L);
    assertThat(reader.processesOf(notUtf8)).containsExactly(4L);
    assertThat(reader.processesOf(Bytes.of("/usr/bin/g"))).isEmpty();
  }

  @Test
  void keepsFirstLsnWhenObjectLearnsItsIdentity() {
    history.object(1, ObjectDeclaration.of(ObjectKind.PIPE, "pipe:[4711]"));
    LineageReader reader = flushed();
    assertThat(Objects.requireNonNull(reader.object(1)).declaration().kind())
        .isEqualTo(ObjectKind.PIPE);
    ObjectDeclaration learned =
        new ObjectDeclaration(ObjectKind.FIFO, Bytes.of("inode"), Bytes.of("fifo"));
    history.object(1, learned);
    flushed();
    assertThat(Objects.requireNonNull(reader.object(1)).declaration()).isEqualTo(learned);
    assertThat(Objects.requireNonNull(reader.object(1)).declaredLsn()).isEqualTo(1);
    assertThat(reader.objectByIdentity(Bytes.of("inode"))).isEqualTo(1);
    assertThat(reader.objectByIdentity(Bytes.of("other"))).isZero();
  }

  @Test
  void findsLsnOfInstantAndInstantOfLsn() {
    history.access(OperationKind.READ, 1, 1, 1).at(5).access(OperationKind.READ, 1, 1, 1);
    flushed();
    history.time(0).access(OperationKind.READ, 1, 1, 1).time(timeOf(3)).exit(1, 0);
    LineageReader reader = flushed();
    assertThat(reader.lsnAt(timeOf(0))).isZero();
    assertThat(reader.lsnAt(timeOf(1))).isEqualTo(1);
    assertThat(reader.lsnAt(timeOf(2))).isEqualTo(1);
    assertThat(reader.lsnAt(timeOf(5))).isEqualTo(7);
    assertThat(reader.firstLsnAfter(timeOf(1))).isEqualTo(5);
    assertThat(reader.firstLsnAfter(timeOf(5))).isZero();
    assertThat(reader.timeAt(1)).isEqualTo(timeOf(1));
    assertThat(reader.timeAt(5)).isEqualTo(timeOf(5));
    assertThat(reader.timeAt(7)).isEqualTo(timeOf(3));
    assertThat(reader.timeAt(8)).isZero();
  }

  @Test
  void findsFirstLaterLsnWhenClocksGoBack() {
    for (long time : new long[] {timeOf(9), 4_102_444_800_000_000_000L, 86_400_000_000_000L}) {
      history.time(time).access(OperationKind.READ, 1, 1, 1);
      flushed();
    }
    LineageReader reader = flushed();
    assertThat(reader.lsnAt(timeOf(9))).isEqualTo(3);
    assertThat(reader.firstLsnAfter(timeOf(9))).isEqualTo(2);
    assertThat(reader.firstLsnAfter(timeOf(8))).isEqualTo(1);
    assertThat(reader.firstLsnAfter(Long.MAX_VALUE)).isZero();
  }

  @Test
  void reportsSnapshotsAndGapsInOrder() {
    history.snapshot("before").gap(0, GapCause.EVENTS_LOST, 3);
    flushed();
    history.snapshot("after \u00e9").gap(7, GapCause.IO_URING, 1);
    LineageReader reader = flushed();
    assertThat(reader.snapshots())
        .containsExactly(
            new Snapshot("before", 1, timeOf(1)), new Snapshot("after \u00e9", 3, timeOf(3)));
    assertThat(reader.gaps())
        .containsExactly(
            new Gap(2, 0, GapCause.EVENTS_LOST, 3), new Gap(4, 7, GapCause.IO_URING, 1));
  }

  @Test
  void reportsEachMoveAndDeletionOfSnapshotName() {
    String deleted = Snapshot.label("v", Snapshot.Change.DELETE);
    history.snapshot("v").snapshot("v").snapshot(deleted);
    LineageReader reader = flushed();
    List<Snapshot> found = reader.snapshots();
    assertThat(found)
        .containsExactly(
            new Snapshot("v", 1, timeOf(1)),
            new Snapshot("v", 2, timeOf(2)),
            new Snapshot(deleted, 3, timeOf(3)));
    assertThat(Snapshot.asOf(found, 1)).containsExactly(Map.entry("v", found.get(0)));
    assertThat(Snapshot.asOf(found, 2)).containsExactly(Map.entry("v", found.get(1)));
    assertThat(Snapshot.asOf(found, 3)).isEmpty();
  }

  @Test
  void findsExtendedRecordsOfProcessObjectOrBoth() {
    Bytes large = Bytes.wrap(new byte[100_000]);
    history.extended(1, 2, "text/patch", large).same().extended(1, 3, "b", Bytes.EMPTY);
    history.extended(0, 2, "c", Bytes.of("\0"));
    LineageReader reader = flushed();
    ExtendedRecord first = new ExtendedRecord(1, 1, 2, "text/patch", large);
    ExtendedRecord second = new ExtendedRecord(1, 1, 3, "b", Bytes.EMPTY);
    ExtendedRecord third = new ExtendedRecord(2, 0, 2, "c", Bytes.of("\0"));
    assertThat(reader.extendedRecords(1, 0)).containsExactly(first, second);
    assertThat(reader.extendedRecords(0, 2)).containsExactly(first, third);
    assertThat(reader.extendedRecords(1, 3)).containsExactly(second);
    assertThat(reader.extendedRecords(9, 9)).isEmpty();
  }

  @Test
  void knowsLargestIdsWhenSomeAreUnused() {
    assertThat(adapter.reader().lastProcess()).isZero();
    assertThat(adapter.reader().lastObject()).isZero();
    history.process(7, "a").process(3, "b").file(900, "/f").file(2, "/g");
    LineageReader reader = flushed();
    assertThat(reader.lastProcess()).isEqualTo(7);
    assertThat(reader.lastObject()).isEqualTo(900);
  }

  @Test
  void countsStoredRecords() {
    history.process(1, "a").process(2, "b").file(1, "/f").exit(1, 0);
    LineageReader reader = flushed();
    assertThat(reader.statistics().processes()).isEqualTo(2);
    assertThat(reader.statistics().objects()).isEqualTo(1);
    assertThat(reader.statistics().operations()).isEqualTo(5);
  }

  @Test
  void seesAtLeastFlushedRecords() {
    history.access(OperationKind.READ, 1, 1, 1);
    LineageReader reader = flushed();
    assertThat(reader.visibleLsn()).isEqualTo(1);
    adapter.append(history.build());
    adapter.flush();
    assertThat(reader.visibleLsn()).isEqualTo(2);
  }

  @Test
  void answersQueryOfVisitorDuringVisit() {
    history.access(OperationKind.WRITE, 1, 1, 1).access(OperationKind.READ, 1, 2, 1);
    LineageReader reader = flushed();
    List<String> found = new ArrayList<>();
    reader.accessesOfObject(
        1,
        AccessMode.ALL,
        (p, o, m, f, l, n, b, t, u) -> found.addAll(ofProcess(reader, p, AccessMode.READ.bit())));
    assertThat(found).hasSize(1);
  }

  @Test
  void rejectsUnknownOption() {
    assertThatThrownBy(
            () -> factory().create(new StorageConfig(directory, Map.of("no-such-option", "1"))))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("no-such-option");
  }

  @Test
  void findsNoStoreWhereNoneExists() {
    assertThatThrownBy(() -> factory().openReader(StorageConfig.at(directory.resolve("none"))))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void failsClearlyWhenClosed() {
    StorageAdapter closed = factory().create(StorageConfig.at(directory.resolve("closed")));
    closed.open();
    closed.close();
    assertThatThrownBy(closed::flush).hasFieldOrPropertyWithValue("code", ErrorCode.ADAPTER_FAILED);
  }

  @Test
  void resumesAtItsLastLsnWhenReopened() {
    history.process(1, "a").open(OperationKind.READ, 1, 1, 10);
    adapter.append(history.build());
    assertThat(adapter.sync()).isEqualTo(2);
    assertThat(adapter.heldLsn()).isEqualTo(2);
    adapter.close();
    adapter = open(config());
    if (isDurable()) {
      assertThat(adapter.heldLsn()).isEqualTo(2);
      history.interval(AccessMode.READ, 1, 1, 1, 3, 2, 30).process(2, "b");
      LineageReader reader = flushed();
      history.interval(AccessMode.READ, 1, 1, 2, 5, 4, 40);
      flushed();
      assertThat(reader.process(1)).isNotNull();
      assertThat(reader.statistics().processes()).isEqualTo(2);
      assertThat(ofObject(reader, 1, AccessMode.ALL)).contains("p1 o1 READ [2,5] n4 b40 @2-5");
    } else {
      assertThat(adapter.heldLsn()).isZero();
    }
  }

  @Test
  void holdsWholeBatchesWhenCrashedAndFedAgain() throws IOException {
    RecordBatchBuilder again = new RecordBatchBuilder();
    adapter.append(history.process(1, "a").access(OperationKind.READ, 1, 1, 10).build());
    adapter.sync();
    adapter.append(history.access(OperationKind.READ, 1, 1, 20).exit(1, 0).build());
    adapter.flush();
    Path image = directory.resolve("image");
    copy(directory.resolve("store"), image);
    try (StorageAdapter crashed = open(StorageConfig.at(image))) {
      if (isDurable()) {
        assertThat(crashed.heldLsn()).isIn(2L, 4L);
      }
      if (crashed.heldLsn() < 2) {
        crashed.append(again.process(1, "a").access(OperationKind.READ, 1, 1, 10).build());
      }
      if (crashed.heldLsn() < 4) {
        again.at(3).access(OperationKind.READ, 1, 1, 20).exit(1, 0);
        crashed.append(again.build());
      }
      crashed.flush();
      assertThat(operations(crashed.reader(), 1, 0))
          .containsExactly("2 READ p1 o1 b10", "3 READ p1 o1 b20");
      assertThat(Objects.requireNonNull(crashed.reader().process(1)).endLsn()).isEqualTo(4);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (!Files.exists(from)) {
      return;
    }
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Files.copy(each, to.resolve(from.relativize(each)));
      }
    }
  }

  @Test
  void readsNextToWriterIfSharedReadIsDeclared() {
    adapter.append(history.access(OperationKind.READ, 1, 1, 10).build());
    adapter.sync();
    if (factory().capabilities().contains(StorageCapability.SHARED_READ)) {
      try (LineageReader reader = factory().openReader(config())) {
        assertThat(operations(reader, 1, 0)).containsExactly("1 READ p1 o1 b10");
        assertThat(reader.visibleLsn()).isEqualTo(1);
      }
    } else {
      assertThatThrownBy(() -> factory().openReader(config()))
          .extracting("code")
          .isIn(ErrorCode.STORE_LOCKED, ErrorCode.NOT_FOUND); // NOT_FOUND: it has no files
    }
  }

  @Test
  void findsNoDamageInIntactStoreIfItCanBeVerified() {
    boolean isVerifiable = factory() instanceof VerifiableStorage;
    assertThat(factory().capabilities().contains(StorageCapability.VERIFY)).isEqualTo(isVerifiable);
    if (factory() instanceof VerifiableStorage verifiable) {
      adapter.append(history.access(OperationKind.READ, 1, 1, 10).build());
      adapter.close();
      assertThat(verifiable.verify(config(), bytes -> {})).isEqualTo(1);
      adapter = open(config());
    }
  }

  @Test
  void describesItself() {
    assertThat(factory().name()).matches("[a-z][a-z0-9-]*");
    assertThat(factory().description()).isNotBlank();
    assertThat(factory().capabilities()).contains(StorageCapability.READ);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.filter.CaptureRules;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.reporter.TransactionStep;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests transactions that are prepared and then decided. */
@Timeout(60)
class TransactionTest extends KernelFixture {
  private static final Bytes OUT = Bytes.of("/out");
  private static final Bytes POSITION = Bytes.of("1");

  private final RecordingAdapter adapter = new RecordingAdapter();
  private Kernel kernel;
  private OperationSink sink;
  private long process;
  private long in;
  private int crashes;

  @BeforeEach
  void open() {
    kernel = Kernel.open(config(adapter).build());
    sink = kernel.newSink("shop", KEEP_ALL);
    process = process(sink);
    in = file(sink, "/in");
    sink.flush();
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code, String part) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(part);
  }

  private void access(OperationKind kind, long object) {
    sink.access(kind, Phase.WHOLE, process, object, 1, 0);
  }

  private long newObject() {
    return sink.object(ObjectDeclaration.of(ObjectKind.FILE), 0);
  }

  /** Prepares a transaction that reads a file and writes an object. */
  private void prepare(String id, long out) {
    sink.begin();
    access(OperationKind.READ, in);
    access(OperationKind.WRITE, out);
    sink.prepare(id);
  }

  private List<String> accesses() {
    kernel.drain();
    return adapter.seen(RecordType.ACCESS).stream()
        .map(each -> each.detail().split(" ")[0] + " " + each.object())
        .toList();
  }

  private List<String> ids() {
    return kernel.transactions().stream().map(PreparedTransaction::id).toList();
  }

  /** Opens the store as kill -9 leaves it now, with an adapter that has none of its records. */
  private Kernel crashed(RecordingAdapter fresh) throws Exception {
    Path copy = temp.resolve("crashed" + ++crashes);
    JournalImage.copy(temp.resolve("store/journal"), copy.resolve("journal"));
    Files.copy(temp.resolve("store/VERSION"), copy.resolve("VERSION"));
    return Kernel.open(KernelConfig.builder(copy).adapter(RecordingAdapter.config(fresh)).build());
  }

  @Test
  void recordsReadsAtPrepareAndWritesAtCommit() {
    long out = newObject();
    prepare("t1", out);
    assertThat(accesses()).containsExactly("READ " + in);
    access(OperationKind.READ, out);
    sink.flush();
    sink.commit("t1");
    assertThat(accesses()).containsExactly("READ " + in, "READ " + out, "WRITE " + out);
    assertThat(kernel.transactions()).isEmpty();
    assertThat(kernel.positions()).isEmpty();
    KernelStatus status = kernel.status();
    assertThat(status.reported()).isEqualTo(status.accepted()).isEqualTo(status.journaled());
  }

  @Test
  void neverRecordsWritesOfAbortedTransaction() {
    prepare("t1", newObject());
    sink.abort("t1");
    assertThat(accesses()).containsExactly("READ " + in);
    assertThat(kernel.positions()).isEmpty();
    assertFails(() -> sink.commit("t1"), ErrorCode.NOT_FOUND, "committed or aborted before");
  }

  @Test
  void listsPreparedTransactionsWithAgeAndReporter() {
    assertThat(kernel.status().preparedTransactions()).isZero();
    prepare("t1", newObject());
    prepare("t2", newObject());
    assertThat(ids()).containsExactlyInAnyOrder("t1", "t2");
    PreparedTransaction first = kernel.transactions().get(0);
    assertThat(first.reporter()).isEqualTo("shop");
    assertThat(first.operations()).isOne();
    assertThat(first.preparedMillis()).isPositive();
    assertThat(first.ageMillis(first.preparedMillis() + 5)).isEqualTo(5);
    assertThat(first.ageMillis(0)).isZero();
    assertThat(kernel.status().preparedTransactions()).isEqualTo(2);
  }

  @Test
  void commitsAfterCrashOnceAndTellsSecondCommitApart() throws Exception {
    long out = newObject();
    prepare("t1", out);
    RecordingAdapter fresh = new RecordingAdapter();
    try (Kernel again = crashed(fresh)) {
      assertThat(again.transactions()).isEqualTo(kernel.transactions()).hasSize(1);
      again.decide(TransactionStep.COMMIT, "t1");
      assertFails(
          () -> again.decide(TransactionStep.COMMIT, "t1"), ErrorCode.NOT_FOUND, "it never was");
      again.drain();
      assertThat(fresh.seen(RecordType.ACCESS))
          .extracting(RecordingAdapter.Seen::detail)
          .containsExactly("READ 1", "WRITE 1");
    }
    sink.commit("t1");
    try (Kernel again = crashed(new RecordingAdapter())) {
      assertThat(again.transactions()).isEmpty();
    }
  }

  @Test
  void keepsTransactionThatFillsManyPositions() throws Exception {
    long out = newObject();
    sink.begin();
    for (int i = 0; i < 100; i++) {
      access(OperationKind.WRITE, out);
      sink.extend(process, out, "note", Bytes.of("x".repeat(1000) + i), 0);
    }
    sink.prepare("large");
    assertThat(kernel.positions()).hasSizeGreaterThan(20);
    RecordingAdapter fresh = new RecordingAdapter();
    try (Kernel again = crashed(fresh)) {
      again.decide(TransactionStep.COMMIT, "large");
      again.drain();
      assertThat(fresh.seen(RecordType.EXTENDED)).hasSize(100);
      assertThat(again.positions()).isEmpty();
    }
  }

  @Test
  void hidesNameChangesUntilCommit() {
    OperationSink other = kernel.newSink("other", KEEP_ALL);
    sink.begin();
    long out = newObject();
    sink.bind(process, OUT, out, 0);
    sink.rename(process, Bytes.of("/in"), Bytes.of("/moved"), 0);
    assertThat(sink.resolve(OUT)).isEqualTo(out);
    sink.prepare("t1");
    assertThat(other.resolve(OUT)).isZero();
    assertThat(other.resolve(Bytes.of("/in"))).isEqualTo(in);
    sink.commit("t1");
    assertThat(other.resolve(OUT)).isEqualTo(out);
    assertThat(other.resolve(Bytes.of("/moved"))).isEqualTo(in);
    assertThat(other.resolve(Bytes.of("/in"))).isZero();
    kernel.drain();
    assertThat(adapter.seen(RecordType.BIND))
        .extracting(RecordingAdapter.Seen::detail)
        .containsExactly("/in", "/out", "/moved");
  }

  @Test
  void bindsAtCommitOverNameThatChangedMeanwhile() {
    OperationSink other = kernel.newSink("other", KEEP_ALL);
    sink.begin();
    long out = newObject();
    sink.bind(process, OUT, out, 0);
    sink.unbind(process, Bytes.of("/in"), 0);
    sink.prepare("t1");
    long meanwhile = file(other, "/out");
    other.unbind(0, Bytes.of("/in"), 0);
    other.flush();
    assertThat(meanwhile).isNotEqualTo(out);
    sink.commit("t1");
    assertThat(other.resolve(OUT)).isEqualTo(out);
    kernel.drain();
    assertThat(adapter.seen(RecordType.UNBIND)).hasSize(1); // not again at the commit
  }

  @Test
  void recordsFoundNameAtPrepareAndKeepsItAfterAbort() {
    sink.begin();
    long found = file(sink, "/out");
    access(OperationKind.WRITE, found);
    sink.prepare("t1");
    OperationSink other = kernel.newSink("other", KEEP_ALL);
    assertThat(other.resolve(OUT)).isEqualTo(found);
    sink.abort("t1");
    assertThat(other.resolve(OUT)).isEqualTo(found);
  }

  @Test
  void keepsFoundNameForCommitIfTheUnitHadFreedIt() {
    sink.begin();
    sink.unbind(process, Bytes.of("/in"), 0);
    long found = file(sink, "/in");
    sink.prepare("t1");
    assertThat(sink.resolve(Bytes.of("/in"))).isEqualTo(in);
    sink.commit("t1");
    assertThat(sink.resolve(Bytes.of("/in"))).isEqualTo(found).isNotEqualTo(in);
  }

  @Test
  void keepsCutsDerivationsAndDataOfWrittenObjects() {
    long out = newObject();
    sink.begin();
    sink.cut(Phase.WHOLE, process, out, 0);
    sink.derive(out, in, process, 0);
    sink.extend(process, out, "of written", Bytes.EMPTY, 0);
    sink.extend(process, in, "of read", Bytes.EMPTY, 0);
    sink.extend(process, 0, "of process", Bytes.EMPTY, 0);
    sink.prepare("t1");
    kernel.drain();
    assertThat(adapter.seen(RecordType.CUT)).isEmpty();
    assertThat(adapter.seen(RecordType.DERIVATION)).isEmpty();
    assertThat(adapter.seen(RecordType.EXTENDED)).hasSize(2);
    sink.commit("t1");
    kernel.drain();
    assertThat(adapter.seen(RecordType.CUT)).hasSize(1);
    assertThat(adapter.seen(RecordType.DERIVATION)).hasSize(1);
    assertThat(adapter.seen(RecordType.EXTENDED)).hasSize(3);
  }

  @Test
  void marksWritesOfAbandonedTransactionAndLeavesOutItsCuts() {
    long out = newObject();
    sink.begin();
    sink.cut(Phase.WHOLE, process, out, 0);
    access(OperationKind.WRITE, out);
    access(OperationKind.WRITE, out);
    sink.derive(out, in, process, 0);
    sink.prepare("t1");
    sink.abandon("t1");
    kernel.drain();
    assertThat(adapter.seen(RecordType.CUT)).isEmpty();
    assertThat(adapter.seen(RecordType.DERIVATION)).isEmpty();
    assertThat(adapter.seen(RecordType.LINK))
        .extracting(RecordingAdapter.Seen::detail)
        .containsOnly("INFORM " + process)
        .hasSize(2); // of the writes, and of the derivation
    List<RecordingAdapter.Seen> marks = adapter.seen(RecordType.EXTENDED);
    assertThat(marks).extracting(RecordingAdapter.Seen::object).containsExactly(out, out);
    assertThat(accesses())
        .containsExactly("WRITE " + out, "WRITE " + out, "READ " + in, "WRITE " + out);
    assertThat(adapter.seen(RecordType.ACCESS))
        .noneMatch(each -> each.process() == process)
        .filteredOn(each -> each.detail().startsWith("WRITE"))
        .allMatch(each -> marks.stream().anyMatch(mark -> mark.process() == each.process()));
    assertThat(kernel.transactions()).isEmpty();
  }

  @Test
  void commitsTogetherWithTheOperationsOfAnOpenUnit() {
    long out = newObject();
    prepare("t1", out);
    sink.begin();
    access(OperationKind.READ, out);
    sink.note("log", POSITION, OperationSink.NO_IDS);
    sink.commit("t1");
    assertThat(kernel.position("log")).isEqualTo(POSITION);
    assertThat(accesses()).containsExactly("READ " + in, "READ " + out, "WRITE " + out);
  }

  @Test
  void dropsOpenUnitAndKeepsTransactionWhenCommitFails() {
    prepare("t1", newObject());
    sink.begin();
    access(OperationKind.READ, in);
    assertFails(() -> sink.commit("unknown"), ErrorCode.NOT_FOUND, "'unknown'");
    sink.begin();
    for (int i = 0; i < 4096; i++) {
      access(OperationKind.READ, in);
    }
    assertFails(() -> sink.commit("t1"), ErrorCode.LIMIT_REACHED, "4096 operations");
    assertThat(ids()).containsExactly("t1");
    sink.commit("t1");
    assertThat(accesses()).hasSize(2);
  }

  @Test
  void refusesPrepareWithoutUnitOrWithUsedOrInvalidId() {
    assertFails(() -> sink.prepare("t1"), ErrorCode.BAD_REQUEST, "begin one first");
    prepare("t1", newObject());
    assertFails(() -> prepare("t1", newObject()), ErrorCode.ALREADY_EXISTS, "prepared already");
    for (String id : List.of("", "a/b", "a b", "x".repeat(129), "-x", "\u00e9")) {
      assertFails(() -> prepare(id, newObject()), ErrorCode.BAD_REQUEST, "id of a transaction");
    }
    assertFails(() -> sink.commit("a/b"), ErrorCode.BAD_REQUEST, "id of a transaction");
    assertThat(ids()).containsExactly("t1");
    assertThat(accesses()).hasSize(1); // the units were dropped
  }

  @Test
  void refusesSnapshotInPreparedUnitAndFreesItsName() {
    sink.begin();
    sink.snapshot("v", 0);
    assertFails(() -> sink.prepare("t1"), ErrorCode.BAD_REQUEST, "after the commit");
    assertThat(kernel.snapshot("v").name()).isEqualTo("v");
  }

  @Test
  void refusesUnitThatCouldNotBeAbandoned() {
    sink.begin();
    for (int i = 0; i < 1000; i++) {
      sink.derive(in, in, process, 0);
    }
    assertFails(() -> sink.prepare("t1"), ErrorCode.LIMIT_REACHED, "4096 operations");
    assertThat(kernel.transactions()).isEmpty();
  }

  @Test
  void refusesTooManyAndTooLargeTransactions() {
    for (int i = 0; i < 1000; i++) {
      sink.begin();
      sink.prepare("t" + i);
    }
    assertFails(() -> prepare("more", newObject()), ErrorCode.LIMIT_REACHED, "1000 transactions");
    sink.abort("t7");
    sink.begin();
    access(OperationKind.WRITE, in);
    sink.extend(process, in, "data", Bytes.wrap(new byte[17 << 20]), 0);
    assertFails(() -> sink.prepare("more"), ErrorCode.LIMIT_REACHED, "the limit is 16777216");
    prepare("more", newObject());
    assertThat(kernel.transactions()).hasSize(1000);
    sink.position("user", POSITION); // has a limit of its own
    sink.flush();
    assertThat(kernel.position("user")).isEqualTo(POSITION);
  }

  @Test
  void reservesNamesOfTransactionSources() {
    assertFails(() -> sink.position("transaction/t1/0", POSITION), ErrorCode.BAD_INPUT, "reserved");
    sink.begin();
    assertFails(
        () -> sink.note("transaction/t1/0", POSITION, OperationSink.NO_IDS),
        ErrorCode.BAD_INPUT,
        "reserved");
    sink.position("log", POSITION);
  }

  @Test
  void neverDropsWritesOfCommitWhenTheRingIsFull() {
    SinkOptions dropping =
        new SinkOptions(true, OverloadPolicy.DROP, CaptureRules.of(List.of(), List.of()));
    OperationSink hasty = kernel.newSink("hasty", dropping);
    hasty.begin();
    for (int i = 0; i < 4000; i++) {
      hasty.access(OperationKind.WRITE, Phase.WHOLE, process, in, 1, 0);
    }
    hasty.prepare("t1");
    hasty.commit("t1");
    assertThat(accesses()).hasSize(4000);
    assertThat(kernel.status().dropped()).isZero();
  }

  @Test
  void listsTransactionsToReporter() {
    prepare("t1", newObject());
    List<String> seen = new CopyOnWriteArrayList<>();
    Reporter reporter =
        new Reporter() {
          @Override
          public void run(ReporterContext context) {
            context.preparedTransactions().forEach(each -> seen.add(each.id()));
          }

          @Override
          public void stop() {}
        };
    kernel.attach("recovering", reporter, KEEP_ALL).await();
    assertThat(seen).containsExactly("t1");
  }
}

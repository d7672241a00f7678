// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.fanout.FanoutConfig;
import org.colophon.core.filter.CaptureRules;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.state.KernelState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KernelTest extends KernelFixture {
  private static final SinkOptions DROPPING =
      new SinkOptions(true, OverloadPolicy.DROP, CaptureRules.of(List.of(), List.of("/secret")));

  @Test
  void keepsFirstAndLastOfAnIntervalAndCountsTheRest() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long process = process(sink);
      long file = file(sink, "/f");
      for (int i = 0; i < 10; i++) {
        sink.access(OperationKind.READ, Phase.WHOLE, process, file, 100, 0);
      }
      sink.exit(process, 0, 0);
      long lsn = sink.flush();
      kernel.drain();
      assertThat(kernel.status().durableLsn()).isGreaterThanOrEqualTo(lsn);
      assertThat(adapter.seen(RecordType.ACCESS)).hasSize(1);
      assertThat(adapter.seen(RecordType.INTERVAL))
          .singleElement()
          .satisfies(record -> assertThat(record.detail()).endsWith("10x 1000"));
      KernelStatus status = kernel.status();
      assertThat(status.reported()).isEqualTo(14);
      assertThat(status.accepted()).isEqualTo(status.suppressed() + status.journaled());
      assertThat(status.suppressed()).isEqualTo(8);
      assertThat(adapter.operations).isEqualTo(status.journaled());
    }
  }

  @Test
  void storesEveryOperationWhenSuppressionIsOff() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      for (int i = 0; i < 1000; i++) {
        sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, i, 0);
      }
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.ACCESS)).hasSize(1000);
      assertThat(kernel.status().suppressed()).isZero();
    }
  }

  @Test
  void storesOneRecordOfAnAccessThatOccursOnce() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long process = process(sink);
      long once = file(sink, "/once");
      long often = file(sink, "/often");
      sink.access(OperationKind.OPEN, Phase.WHOLE, process, once, 0, 0);
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, once, 7, 0);
      sink.access(OperationKind.READ, Phase.WHOLE, process, often, 8, 0);
      sink.flush(); // ends a frame
      sink.access(OperationKind.READ, Phase.WHOLE, process, often, 8, 0);
      sink.exit(process, 0, 0);
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.ACCESS))
          .extracting(RecordingAdapter.Seen::object)
          .containsExactly(once, often);
      assertThat(adapter.seen(RecordType.INTERVAL))
          .extracting(RecordingAdapter.Seen::object)
          .containsExactly(often);
      assertThat(kernel.status().suppressed()).isOne();
    }
  }

  @Test
  void continuesLsnsAndIdsAfterReopening() {
    RecordingAdapter adapter = new RecordingAdapter();
    long lastLsn;
    long file;
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      file = file(sink, "/f");
      lastLsn = sink.flush();
    }
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      assertThat(kernel.recovery().clean()).isTrue();
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      assertThat(file(sink, "/g")).isGreaterThan(file);
      assertThat(sink.flush()).isGreaterThan(lastLsn);
      kernel.drain();
    }
    assertThat(adapter.seen(RecordType.OBJECT)).hasSize(2);
    assertThat(adapter.seen()).isSortedAccordingTo((a, b) -> Long.compare(a.lsn(), b.lsn()));
  }

  @Test
  void rejectsASecondWriterOfTheSameStore() {
    try (Kernel kernel = Kernel.open(config().build())) {
      assertThat(kernel.status().state()).isEqualTo(KernelState.RUNNING);
      assertThatThrownBy(() -> Kernel.open(config().build()))
          .isInstanceOfSatisfying(
              ColophonException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.STORE_LOCKED);
                assertThat(e).hasMessageContaining("process " + ProcessHandle.current().pid());
              });
    }
  }

  @Test
  void rejectsAForeignDirectoryAndANewerStore() throws Exception {
    Path foreign = Files.createDirectories(temp.resolve("store"));
    Files.writeString(foreign.resolve("thesis.txt"), "mine");
    assertThatThrownBy(() -> Kernel.open(config().build())).hasMessageContaining("not empty");
    Files.delete(foreign.resolve("thesis.txt"));
    Files.writeString(foreign.resolve("VERSION"), "colophon store 99\n");
    assertThatThrownBy(() -> Kernel.open(config().build())).hasMessageContaining("store 99");
  }

  @Test
  void protectsDirectoriesFromOtherUsers() throws Exception {
    Kernel.open(config().build()).close();
    for (String directory : List.of("store", "store/journal")) {
      assertThat(PosixFilePermissions.toString(permissions(directory))).isEqualTo("rwx------");
    }
    for (String file : List.of("store/lock", "store/VERSION")) {
      assertThat(PosixFilePermissions.toString(permissions(file))).isEqualTo("rw-------");
    }
  }

  private Set<PosixFilePermission> permissions(String name) throws IOException {
    return Files.getPosixFilePermissions(temp.resolve(name));
  }

  @Test
  void retriesTheBatchOfABusyAdapter() {
    RecordingAdapter adapter = new RecordingAdapter();
    adapter.busyTimes = 3;
    FanoutConfig fast = new FanoutConfig(50, 1000, 1, 5);
    try (Kernel kernel = Kernel.open(config(adapter).fanout(fast).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      file(sink, "/f");
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.BIND)).hasSize(1);
      assertThat(kernel.status().adapters().get(0).retries()).isEqualTo(3);
    }
  }

  @Test
  void wakesPausedAdapterThatACallerAwaits() {
    RecordingAdapter adapter = new RecordingAdapter();
    FanoutConfig sleepy = new FanoutConfig(50, 1000, 10, 20, 1000, Duration.ofDays(1).toMillis());
    try (Kernel kernel = Kernel.open(config(adapter).fanout(sleepy).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      for (int i = 0; i < 20; i++) {
        file(sink, "/f" + i);
        sink.flush();
        kernel.drain();
      }
      assertThat(adapter.seen(RecordType.BIND)).hasSize(20);
    }
  }

  @Test
  void retriesFlushOfABusyAdapter() {
    RecordingAdapter adapter = new RecordingAdapter();
    adapter.busySyncs = 3;
    FanoutConfig fast = new FanoutConfig(50, 1000, 1, 5);
    try (Kernel kernel = Kernel.open(config(adapter).fanout(fast).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      file(sink, "/f");
      long lsn = sink.flush();
      kernel.drain();
      assertThat(adapter.heldLsn()).isGreaterThanOrEqualTo(lsn);
      assertThat(kernel.status().adapters().get(0).retries()).isEqualTo(3);
    }
  }

  @Test
  void reportsWhetherDamagedDataFailedAdapter() {
    RecordingAdapter damaged = new RecordingAdapter();
    RecordingAdapter busted = new RecordingAdapter();
    damaged.death = new ColophonException(ErrorCode.STORE_CORRUPT, "mismatch in 12.sst");
    busted.death = new ColophonException(ErrorCode.IO_FAILED, "head crash");
    try (Kernel kernel = Kernel.open(config(damaged, busted).build())) {
      file(kernel.newSink("test", SinkOptions.DEFAULT), "/f");
      kernel.drain();
      assertThat(kernel.status().adapters())
          .extracting(AdapterStatus::state, AdapterStatus::isCorrupt)
          .containsExactly(tuple(AdapterState.FAILED, true), tuple(AdapterState.FAILED, false));
    }
  }

  @Test
  void continuesWithoutADeadAdapterAndFeedsItAfterARestart() {
    RecordingAdapter dead = new RecordingAdapter();
    RecordingAdapter alive = new RecordingAdapter();
    dead.death = new IllegalStateException("head crash");
    try (Kernel kernel = Kernel.open(config(dead, alive).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      file(sink, "/f");
      sink.flush();
      kernel.drain();
      assertThat(alive.seen(RecordType.BIND)).hasSize(1);
      assertThat(kernel.status().adapters().get(0).state()).isEqualTo(AdapterState.FAILED);
      assertThat(kernel.status().adapters().get(0).failure()).contains("head crash");
      assertThat(kernel.status().state()).isEqualTo(KernelState.RUNNING);
    }
    dead.death = null;
    try (Kernel kernel = Kernel.open(config(dead, alive).build())) {
      kernel.drain();
      assertThat(dead.seen()).isEqualTo(alive.seen());
    }
  }

  @Test
  void keepsReportersFastWhenAnAdapterHangs() {
    RecordingAdapter slow = new RecordingAdapter();
    RecordingAdapter fast = new RecordingAdapter();
    slow.permits.drainPermits();
    try (Kernel kernel = Kernel.open(config(slow, fast).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      int many = 10 * (1 << 14);
      for (int i = 0; i < many; i++) {
        sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
      }
      sink.awaitDurable(sink.flush());
      assertThat(kernel.status().adapters().get(0).lagOperations()).isEqualTo(many + 3);
      slow.permits.release(Integer.MAX_VALUE / 2);
      kernel.drain();
      assertThat(kernel.status().adapters().get(0).lagOperations()).isZero();
      assertThat(slow.seen()).isEqualTo(fast.seen());
    }
  }

  private KernelConfig smallBudget(RecordingAdapter... adapters) {
    return config(adapters).segmentBytes(4096).journalBudgetBytes(16384).build();
  }

  @Test
  void abandonsAnAdapterThatExceedsTheJournalBudgetIfAnotherHasEverything() {
    RecordingAdapter slow = new RecordingAdapter();
    RecordingAdapter fast = new RecordingAdapter();
    slow.permits.drainPermits();
    try (Kernel kernel = Kernel.open(smallBudget(slow, fast))) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (kernel.status().adapters().get(0).state() != AdapterState.FAILED) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        file(sink, "/" + System.nanoTime());
        sink.awaitDurable(sink.flush());
      }
      assertThat(kernel.status().adapters().get(0).failure()).contains("budget");
      assertThat(kernel.status().adapters().get(1).state()).isEqualTo(AdapterState.RUNNING);
      assertThat(kernel.status().state()).isEqualTo(KernelState.RUNNING);
      slow.permits.release(Integer.MAX_VALUE / 2);
    }
  }

  @Test
  void failsRatherThanForgetRecordsThatNoAdapterHolds() {
    RecordingAdapter slow = new RecordingAdapter();
    slow.permits.drainPermits();
    long acknowledged = 0;
    Kernel kernel = Kernel.open(smallBudget(slow));
    try {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      for (int i = 0; i < 10_000_000; i++) {
        file(sink, "/f" + i);
        sink.awaitDurable(sink.flush());
        acknowledged++;
      }
    } catch (ColophonException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.KERNEL_FAILED);
      assertThat(e).hasMessageContaining("budget");
    }
    assertThat(kernel.status().state()).isEqualTo(KernelState.FAILED);
    slow.permits.release(Integer.MAX_VALUE / 2);
    kernel.close();
    try (Kernel again = Kernel.open(config(slow).build())) {
      again.drain();
      assertThat(slow.seen(RecordType.BIND).size()).isGreaterThanOrEqualTo((int) acknowledged);
    }
  }

  @Test
  void accountsForEveryOperationUnderOverloadAndKeepsStructure() throws Exception {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).ringSlots(512).build())) {
      OperationSink dropping = kernel.newSink("test", DROPPING);
      long process = process(dropping);
      long file = file(dropping, "/f");
      long secret = file(dropping, "/secret");
      long reported = 3;
      long filtered = 0;
      while (kernel.status().dropped() == 0) {
        dropping.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
        dropping.access(OperationKind.READ, Phase.WHOLE, process, secret, 1, 0);
        reported += 2;
        filtered++;
      }
      dropping.refuse("line 1", "not an operation");
      reported++;
      dropping.exit(process, 0, 0);
      dropping.flush();
      kernel.drain();
      KernelStatus status = kernel.status();
      assertThat(status.refused()).isEqualTo(1);
      assertThat(status.reported())
          .isEqualTo(status.filtered() + status.refused() + status.dropped() + status.accepted());
      assertThat(status.filtered()).isEqualTo(filtered);
      assertThat(status.accepted()).isEqualTo(status.suppressed() + status.journaled());
      assertThat(adapter.seen(RecordType.GAP)).isNotEmpty();
      assertThat(adapter.seen(RecordType.EXIT)).hasSize(1);
      assertThat(status.reported()).isGreaterThanOrEqualTo(reported);
    }
  }

  @Test
  void namesSnapshotsUniquelyAndDurably() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      assertThat(kernel.snapshot("before").name()).isEqualTo("before");
      assertThat(kernel.snapshot(null).name()).isEqualTo("s1");
      assertThat(kernel.snapshot("").name()).isEqualTo("s2");
      assertThatThrownBy(() -> kernel.snapshot("before")).hasMessageContaining("before");
      kernel.drain();
      assertThat(adapter.seen(RecordType.SNAPSHOT)).hasSize(3);
    }
  }

  @Test
  void joinsBeginAndEndOfCallThatOverlapsACut() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long writer = process(sink);
      long cutter = process(sink);
      long file = file(sink, "/f");
      sink.access(OperationKind.WRITE, Phase.BEGIN, writer, file, 0, 0);
      sink.cut(Phase.WHOLE, cutter, file, 0);
      sink.access(OperationKind.WRITE, Phase.END, writer, file, 7, 0);
      sink.exit(writer, 0, 0);
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.ACCESS)).hasSize(2);
      List<RecordingAdapter.Seen> intervals = adapter.seen(RecordType.INTERVAL);
      assertThat(intervals).hasSize(2);
      assertThat(intervals.get(1).detail()).endsWith("1x 7");
      KernelStatus status = kernel.status();
      assertThat(status.accepted()).isEqualTo(status.suppressed() + status.journaled());
    }
  }

  @Test
  void endsLongIntervalsByAge() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).intervalAgeMillis(1).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long process = process(sink);
      long file = file(sink, "/f");
      sink.access(OperationKind.OPEN, Phase.WHOLE, process, file, 0, 0);
      sink.flush();
      long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (adapter.seen(RecordType.ACCESS).isEmpty() || kernel.status().openIntervals() > 0) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        kernel.drain();
      }
    }
  }

  @Test
  void sharesIdentitiesAcrossSinksAndAdoptsThemByName() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink one = kernel.newSink("one", SinkOptions.DEFAULT);
      OperationSink two = kernel.newSink("two", SinkOptions.DEFAULT);
      long byName = file(one, "/f");
      ObjectDeclaration inode =
          new ObjectDeclaration(ObjectKind.FILE, Bytes.of("inode 7"), Bytes.EMPTY);
      assertThat(two.objectAt(Bytes.of("/f"), inode, 0)).isEqualTo(byName);
      assertThat(two.objectAt(Bytes.of("/g"), inode, 0)).isEqualTo(byName);
      assertThat(one.resolve(Bytes.of("/g"))).isEqualTo(byName);
      assertThat(one.object(inode, 0)).isEqualTo(byName);
    }
  }

  @Test
  void marksFirstUseOfFileThatEarlierSinkKnewByName() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink feed = kernel.newSink("feed", SinkOptions.DEFAULT);
      file(feed, "/read");
      file(feed, "/replaced");
      feed.flush();
      OperationSink sink = kernel.newSink("trace", SinkOptions.DEFAULT);
      long process = process(sink);
      long read = sink.objectAt(Bytes.of("/read"), inode(1), 0);
      long replaced = sink.objectAt(Bytes.of("/replaced"), inode(2), 0);
      long own = sink.objectAt(Bytes.of("/own"), inode(3), 0);
      sink.cut(Phase.WHOLE, process, replaced, 0);
      for (long object : new long[] {read, replaced, own, read}) {
        sink.access(OperationKind.READ, Phase.WHOLE, process, object, 1, 0);
      }
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.GAP))
          .singleElement()
          .satisfies(gap -> assertThat(gap.process()).isEqualTo(process))
          .satisfies(gap -> assertThat(gap.detail()).isEqualTo("KNOWN_BY_NAME 1"));
    }
  }

  private static ObjectDeclaration inode(long number) {
    FileIdentity identity = new FileIdentity(1, number, 1);
    return new ObjectDeclaration(ObjectKind.FILE, identity.ofHost("h"), Bytes.EMPTY);
  }

  @Test
  void movesADirectoryInOneRecord() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long process = process(sink);
      long[] files = new long[100];
      for (int i = 0; i < files.length; i++) {
        files[i] = file(sink, "/dir1/sub/f" + i);
      }
      kernel.drain();
      int before = adapter.seen().size();
      sink.rename(process, Bytes.of("/dir1"), Bytes.of("/dir2"), 0);
      kernel.drain();
      assertThat(adapter.seen().size() - before).isEqualTo(1);
      assertThat(sink.resolve(Bytes.of("/dir2/sub/f42"))).isEqualTo(files[42]);
      assertThat(sink.resolve(Bytes.of("/dir1/sub/f42"))).isZero();
    }
  }

  @Test
  void releasesPublishersWhenAStageFails() throws Exception {
    RecordingAdapter adapter = new RecordingAdapter();
    Kernel kernel = Kernel.open(config(adapter).ringSlots(512).segmentBytes(1024).build());
    OperationSink sink = kernel.newSink("test", KEEP_ALL);
    long process = process(sink);
    long file = file(sink, "/f");
    CountDownLatch released = new CountDownLatch(1);
    Thread publisher =
        new Thread(
            () -> {
              try {
                while (true) {
                  sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
                }
              } catch (ColophonException e) {
                if (e.code() == ErrorCode.KERNEL_FAILED) {
                  released.countDown();
                }
              }
            });
    publisher.start();
    breakJournal();
    released.await();
    assertThat(kernel.status().state()).isEqualTo(KernelState.FAILED);
    publisher.join();
    kernel.close();
    KernelStatus status = kernel.status();
    assertThat(status.accepted())
        .isEqualTo(status.queued() + status.failed() + status.suppressed() + status.journaled());
  }

  @Test
  void rejectsOperationsAfterClose() {
    Kernel kernel = Kernel.open(config().build());
    OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
    kernel.close();
    kernel.close();
    assertThatThrownBy(sink::flush).hasMessageContaining("closed");
    assertThat(kernel.status().state()).isEqualTo(KernelState.CLOSED);
  }
}

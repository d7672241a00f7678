// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.prune.OpenRead;
import org.colophon.core.retention.PruneProgress.Stage;
import org.colophon.core.retention.PruneReport;
import org.colophon.core.retention.PruneRequest;
import org.colophon.core.retention.RetentionPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.EngineAncestors;
import org.colophon.query.engine.LineageEngine;
import org.colophon.testing.contract.HookedFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Prunes stores in use. Checks the remaining and the removed history, also after a crash. */
@Timeout(120)
class PruningTest {
  private static final long DAY = 86_400_000_000_000L;
  private static final int FILES = 300;

  /** Number of records that may arrive during one pruning. */
  private static final int MORE = 200;

  @TempDir Path temp;

  private final StorageAdapterFactory rocksdb =
      new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
  private HookedFactory.Hook hook = (step, adapter) -> {};

  private Path store() {
    return temp.resolve("store");
  }

  private Kernel open() {
    return open(store());
  }

  private Kernel open(Path directory) {
    HookedFactory hooked =
        new HookedFactory(rocksdb, (step, adapter) -> hook.before(step, adapter));
    return Kernel.open(
        KernelConfig.builder(directory)
            .segmentBytes(16 << 10)
            .adapter(new AdapterConfig("rocksdb", hooked, Map.of()))
            .build());
  }

  private static OperationSink sink(Kernel kernel) {
    return kernel.newSink("test", SinkOptions.DEFAULT);
  }

  /** Records a day on which each file is copied from the previous day's file. */
  private static void recordDay(OperationSink sink, int day, int files) {
    long now = day * DAY;
    for (int i = 0; i < files; i++) {
      copy(sink, "/d" + (day - 1) + "/f" + i, "/d" + day + "/f" + i, now + i);
    }
    sink.awaitDurable(sink.flush());
  }

  private static void copy(OperationSink sink, String from, String to, long now) {
    long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/cp"), now), now);
    long source = sink.objectAt(Bytes.of(from), ObjectKind.FILE, now);
    sink.access(OperationKind.READ, Phase.WHOLE, process, source, 10, now);
    long target = sink.objectAt(Bytes.of(to), ObjectKind.FILE, now);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, target, 10, now);
    sink.exit(process, 0, now);
  }

  private static PruneRequest olderThan(long nanos, List<String> snapshots, String kept) {
    RetentionPolicy policy =
        new RetentionPolicy(
            nanos,
            0,
            snapshots,
            kept == null ? null : path -> path.equals(Bytes.of(kept)),
            new EngineAncestors());
    return new PruneRequest(null, policy, false, 0, 1, 0);
  }

  private static Lineage ancestors(LineageReader reader, String path) {
    long object = reader.resolve(Bytes.of(path), Long.MAX_VALUE);
    assertThat(object).as(path).isNotZero();
    LineageQuery query = LineageQuery.builder().root(Root.object(object)).build();
    return new LineageEngine(reader).collect(query);
  }

  private static List<String> namesIn(Lineage lineage) {
    return lineage.nodes().stream().map(LineageNode::name).map(Bytes::display).toList();
  }

  private static long processesOf(LineageReader reader) {
    return LongStream.rangeClosed(1, reader.lastProcess())
        .filter(id -> reader.process(id) != null)
        .count();
  }

  @Test
  void reportsPrunedRecordsThatLineageReaches() {
    try (Kernel kernel = open()) {
      for (int day = 1; day <= 4; day++) {
        recordDay(sink(kernel), day, FILES);
      }
      PruneReport report = kernel.prune(olderThan(3 * DAY - 1, List.of(), "/d4/f7"));
      assertThat(report.isDone()).isTrue();
      assertThat(report.figures().processesAfter()).isLessThan(2 * FILES + 10);
      LineageReader reader = kernel.reader("rocksdb");
      assertThat(reader.statistics().processes()).isEqualTo(processesOf(reader));
      Lineage cut = ancestors(reader, "/d4/f1");
      assertThat(namesIn(cut)).contains("/d4/f1", "/d3/f1", "/d2/f1").doesNotContain("/d1/f1");
      assertThat(cut.summary().isIncomplete()).isTrue();
      assertThat(namesIn(cut).get(namesIn(cut).size() - 1)).startsWith("(pruned before LSN ");
      Lineage kept = ancestors(reader, "/d4/f7");
      assertThat(namesIn(kept)).contains("/d4/f7", "/d1/f7", "/d0/f7");
      assertThat(kept.summary().isIncomplete()).isFalse();
    }
    assertThat(Files.exists(store().resolve("rocksdb"))).isFalse();
    assertThat(StoreDirectory.adapterIn(store(), "rocksdb")).exists();
    try (Kernel kernel = open()) {
      assertThat(namesIn(ancestors(kernel.reader("rocksdb"), "/d4/f7"))).contains("/d1/f7");
      recordDay(sink(kernel), 5, 3);
      assertThat(namesIn(ancestors(kernel.reader("rocksdb"), "/d5/f2"))).contains("/d3/f2");
    }
  }

  @Test
  void prunesOldestRecordsUntilStoreIsBelowMaxSize() {
    try (Kernel kernel = open()) {
      for (int day = 1; day <= 6; day++) {
        recordDay(sink(kernel), day, FILES);
      }
      kernel.drain();
      long before = kernel.reader("rocksdb").statistics().diskBytes();
      PruneReport none = kernel.prune(largerThan(2 * before));
      assertThat(none.isDone()).as("pruning of a store below the limit").isFalse();
      PruneReport report = kernel.prune(largerThan(before * 4 / 5));
      assertThat(report.isDone()).isTrue();
      assertThat(report.figures().factsAfter()).isLessThan(report.figures().factsBefore());
      LineageReader reader = kernel.reader("rocksdb");
      Lineage cut = ancestors(reader, "/d6/f1");
      assertThat(namesIn(cut)).as("newest names are kept").contains("/d6/f1", "/d5/f1");
      assertThat(namesIn(cut)).as("oldest names were pruned").doesNotContain("/d0/f1");
      assertThat(cut.summary().isIncomplete()).isTrue();
      assertThat(reader.timeAt(report.cutLsn())).isBetween(DAY, 6 * DAY);
    }
  }

  @Test
  void keepsTheNewestHistoryWhenCurrentNamesExceedTheSize() {
    try (Kernel kernel = open()) {
      for (int day = 1; day <= 6; day++) {
        recordDay(sink(kernel), day, FILES);
      }
      kernel.drain();
      long before = kernel.reader("rocksdb").statistics().diskBytes();
      PruneReport report = kernel.prune(largerThan(before / 2));
      assertThat(report.isDone()).isTrue();
      Lineage cut = ancestors(kernel.reader("rocksdb"), "/d6/f299");
      assertThat(namesIn(cut)).as("newest names are kept").contains("/d6/f299", "/d5/f299");
    }
  }

  private static PruneRequest largerThan(long bytes) {
    RetentionPolicy policy = new RetentionPolicy(0, bytes, List.of(), null, new EngineAncestors());
    return new PruneRequest(null, policy, false, 0, 1, 0);
  }

  @Test
  void keepsNamedSnapshotsComplete() {
    try (Kernel kernel = open()) {
      recordDay(sink(kernel), 1, 3);
      recordDay(sink(kernel), 2, 3);
      kernel.snapshot("release");
      OperationSink sink = sink(kernel);
      sink.unbind(0, Bytes.of("/d2/f1"), 3 * DAY);
      recordDay(sink, 4, 3);
      long lsn = kernel.reader("rocksdb").snapshots().get(0).lsn();
      kernel.prune(olderThan(4 * DAY - 1, List.of("release"), null));
      LineageReader reader = kernel.reader("rocksdb");
      long object = reader.resolve(Bytes.of("/d2/f1"), lsn);
      LineageQuery query = LineageQuery.builder().root(Root.object(object, lsn)).build();
      Lineage then = new LineageEngine(reader).collect(query);
      assertThat(namesIn(then)).contains("/d2/f1", "/d1/f1", "/d0/f1");
      assertThat(then.summary().isIncomplete()).isFalse();
      assertThatThrownBy(() -> kernel.prune(olderThan(DAY, List.of("none"), null)))
          .hasMessageContaining("no snapshot 'none'");
    }
  }

  @Test
  void keepsTheOldDirectoryUntilItsReadersEnd() throws Exception {
    try (Kernel kernel = open()) {
      recordDay(sink(kernel), 1, 50);
      recordDay(sink(kernel), 2, 50);
      OpenRead reading = kernel.reading();
      LineageReader before = kernel.reader("rocksdb");
      PruneRequest asked = olderThan(2 * DAY - 1, List.of(), null);
      PruneRequest patient = new PruneRequest(null, asked.policy(), false, 0, 1, 3_600_000);
      Thread pruning = new Thread(() -> kernel.prune(patient));
      pruning.start();
      while (kernel.pruneProgress().filter(now -> now.stage() == Stage.LEAVING).isEmpty()) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(namesIn(ancestors(before, "/d2/f1")))
          .as("reader opened before the pruning")
          .contains("/d0/f1");
      assertThat(ancestors(kernel.reader("rocksdb"), "/d2/f1").summary().isIncomplete()).isTrue();
      assertThat(directoriesOf(store())).contains("rocksdb");
      reading.close();
      pruning.join();
      assertThat(directoriesOf(store())).containsExactly("rocksdb.1");
    }
  }

  @Test
  void changesNothingInADryRun() throws IOException {
    try (Kernel kernel = open()) {
      recordDay(sink(kernel), 1, 50);
      recordDay(sink(kernel), 2, 50);
      PruneRequest asked = olderThan(2 * DAY - 1, List.of(), null);
      PruneReport report = kernel.prune(new PruneRequest("rocksdb", asked.policy(), true, 0, 1, 0));
      assertThat(report.isDone()).isFalse();
      assertThat(report.figures().factsAfter()).isLessThan(report.figures().factsBefore());
      assertThat(ancestors(kernel.reader("rocksdb"), "/d2/f1").summary().isIncomplete()).isFalse();
    }
    assertThat(directoriesOf(store())).containsExactly("rocksdb");
  }

  @Test
  void preservesRecordsThatArriveDuringPruning() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicLong acknowledged = new AtomicLong();
    Semaphore permitted = new Semaphore(0); // a disk in memory would record without limit
    try (Kernel kernel = open()) {
      recordDay(sink(kernel), 1, FILES);
      recordDay(sink(kernel), 2, FILES);
      Thread recording =
          new Thread(() -> recordUntil(isOver, permitted, sink(kernel), acknowledged), "more");
      recording.start();
      for (int i = 0; i < 3; i++) {
        permitted.release(MORE);
        awaitAbove(acknowledged, acknowledged.get());
        assertThat(kernel.prune(olderThan(2 * DAY - 1 + i, List.of(), null)).cutLsn()).isPositive();
      }
      isOver.set(true);
      permitted.release();
      recording.join();
      LineageReader reader = kernel.reader("rocksdb");
      for (long i = 1; i <= acknowledged.get(); i++) {
        assertThat(namesIn(ancestors(reader, "/more/" + i))).contains("/bin/cp", "/d2/f1");
      }
      kernel.drain();
      assertThat(kernel.status().adapters().get(0).lagOperations()).isZero();
    }
    try (Kernel kernel = open()) {
      ancestors(kernel.reader("rocksdb"), "/more/" + acknowledged.get());
    }
  }

  private static void recordUntil(
      AtomicBoolean isOver, Semaphore permitted, OperationSink sink, AtomicLong done) {
    while (!isOver.get()) {
      permitted.acquireUninterruptibly();
      long number = done.get() + 1;
      copy(sink, "/d2/f1", "/more/" + number, 3 * DAY);
      sink.awaitDurable(sink.flush());
      done.set(number);
    }
  }

  private static void awaitAbove(AtomicLong value, long bound) {
    while (value.get() <= bound) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void assignsNewIdsToPrunedIdentitiesAndRedeclaresKeptOnes() {
    Bytes identity = Bytes.of("pipe-4711");
    try (Kernel kernel = open()) {
      OperationSink sink = sink(kernel);
      long process = sink.process(ProcessDeclaration.of(7, Bytes.of("/bin/old"), DAY), DAY);
      long pipe = sink.object(pipe(identity), DAY);
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, pipe, 1, DAY);
      sink.exit(process, 0, DAY);
      recordDay(sink, 2, 5);
      kernel.prune(olderThan(2 * DAY - 1, List.of(), null));
      assertThat(kernel.reader("rocksdb").object(pipe)).isNull();
      long again = sink.object(pipe(identity), 3 * DAY);
      assertThat(again).isNotEqualTo(pipe);
      sink.access(OperationKind.READ, Phase.WHOLE, process, pipe, 1, 3 * DAY);
      sink.flush();
      LineageReader reader = kernel.reader("rocksdb");
      assertThat(reader.objectByIdentity(identity)).isEqualTo(again);
      assertThat(reader.process(process)).isNotNull();
      assertThat(reader.object(pipe)).isNotNull();
    }
  }

  private static ObjectDeclaration pipe(Bytes identity) {
    return new ObjectDeclaration(ObjectKind.PIPE, identity, Bytes.of("pipe"));
  }

  @Test
  void findsNamesOfADirectoryThatMovedInThisRun() {
    try (Kernel kernel = open()) {
      recordDay(sink(kernel), 1, 5);
    }
    try (Kernel kernel = open()) {
      OperationSink sink = sink(kernel);
      sink.rename(0, Bytes.of("/d1"), Bytes.of("/moved"), 2 * DAY);
      sink.flush();
      long before = kernel.reader("rocksdb").resolve(Bytes.of("/moved/f3"), Long.MAX_VALUE);
      recordDay(sink, 4, 3);
      kernel.prune(olderThan(4 * DAY - 1, List.of(), null));
      assertThat(sink.objectAt(Bytes.of("/moved/f3"), ObjectKind.FILE, 5 * DAY)).isEqualTo(before);
    }
  }

  @Test
  void keepsTheOldStoreWhenTheDiskIsFull() throws IOException {
    try (Kernel kernel = open()) {
      recordDay(sink(kernel), 1, 50);
      recordDay(sink(kernel), 2, 50);
      hook =
          (step, adapter) -> {
            if (step.equals("append") && adapter.directory().endsWith("rocksdb.1")) {
              throw new ColophonException(ErrorCode.DISK_FULL, "no space left, says the test");
            }
          };
      PruneRequest asked = olderThan(2 * DAY - 1, List.of(), null);
      assertThatThrownBy(() -> kernel.prune(asked)).hasMessageContaining("no space left");
      assertThat(directoriesOf(store())).containsExactly("rocksdb");
      recordDay(sink(kernel), 3, 5);
      assertThat(namesIn(ancestors(kernel.reader("rocksdb"), "/d3/f1"))).contains("/d0/f1");
      hook = (step, adapter) -> {};
      assertThat(kernel.prune(asked).isDone()).isTrue();
      assertThat(namesIn(ancestors(kernel.reader("rocksdb"), "/d3/f1"))).contains("/d1/f1");
    }
  }

  @Test
  void opensNewAdapterAfterOldAdapterIsClosed() throws IOException {
    List<String> steps = new ArrayList<>();
    try (Kernel kernel = open()) {
      recordDay(sink(kernel), 1, 5);
      recordDay(sink(kernel), 2, 5);
      hook =
          (step, adapter) -> {
            if (step.equals("close") || step.equals("takeOver")) {
              steps.add(step + " " + adapter.directory().getFileName());
            }
            if (step.equals("takeOver")) {
              throw new ColophonException(ErrorCode.ADAPTER_FAILED, "in use, says the test");
            }
          };
      assertThat(kernel.prune(olderThan(2 * DAY - 1, List.of(), null)).isDone()).isTrue();
      hook = (step, adapter) -> {};
      assertThat(namesIn(ancestors(kernel.reader("rocksdb"), "/d2/f1"))).contains("/d1/f1");
    }
    assertThat(steps).containsExactly("close rocksdb.1", "close rocksdb", "takeOver rocksdb.1");
    assertThat(directoriesOf(store())).containsExactly("rocksdb.1");
  }

  @Test
  void leavesOneCompleteStoreWhenACrashInterruptsAnyStep() throws IOException {
    List<Path> copies = new ArrayList<>();
    try (Kernel kernel = open()) {
      recordDay(sink(kernel), 1, 100);
      recordDay(sink(kernel), 2, 100);
      kernel.drain();
      hook =
          (step, adapter) -> {
            boolean isPruned = adapter.directory().endsWith("rocksdb.1");
            boolean isLeft = step.equals("close");
            if ((isPruned || isLeft) && copies.size() < 12) {
              Path copy = temp.resolve("crash" + copies.size() + "-" + step);
              copyTree(store(), copy);
              copies.add(copy);
            }
          };
      kernel.prune(olderThan(2 * DAY - 1, List.of(), null));
      hook = (step, adapter) -> {};
    }
    assertThat(copies.stream().map(each -> each.toString().replaceAll(".*-", "")))
        .contains("create", "open", "append", "sync", "close");
    int pruned = 0;
    for (Path copy : copies) {
      try (Kernel kernel = open(copy)) {
        Lineage lineage = ancestors(kernel.reader("rocksdb"), "/d2/f42");
        boolean isNew = lineage.summary().isIncomplete();
        assertThat(namesIn(lineage)).contains("/d1/f42");
        assertThat(namesIn(lineage).contains("/d0/f42")).isEqualTo(!isNew);
        recordDay(sink(kernel), 3, 1);
        assertThat(namesIn(ancestors(kernel.reader("rocksdb"), "/d3/f0"))).contains("/d2/f0");
        pruned += isNew ? 1 : 0;
      }
      assertThat(directoriesOf(copy)).hasSize(1);
    }
    assertThat(pruned).isBetween(1, copies.size() - 1);
  }

  private static List<String> directoriesOf(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(name -> name.startsWith("rocksdb"))
          .sorted()
          .toList();
    }
  }

  /**
   * Copies a directory tree, with the state as after a crash. Omits files that are deleted
   * meanwhile.
   */
  private static void copyTree(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path each : files.sorted().toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else if (Files.exists(each)) {
          Files.copy(each, target);
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

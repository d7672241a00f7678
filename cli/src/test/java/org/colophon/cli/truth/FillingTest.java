// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.files.FileTree;
import org.colophon.core.journal.Journal;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.HookedFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that adapters have the same content as the others after they were added late, rested,
 * stopped early, or lost all data.
 */
@Timeout(120)
class FillingTest {
  private static final int MANY = 6_000;

  @TempDir Path temp;

  private final StorageAdapterFactory rocksdb =
      new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
  private final AdapterConfig first = new AdapterConfig("first", rocksdb, Map.of());
  private final AdapterConfig second = new AdapterConfig("second", rocksdb, Map.of());
  private final Random random = new Random(7);

  /** Returns an engine that stores a batch only after it has acquired a permit. */
  private StorageAdapterFactory gated(Semaphore permits) {
    return new HookedFactory(
        rocksdb,
        (step, adapter) -> {
          if (step.equals("append")) {
            permits.acquireUninterruptibly();
          }
        });
  }

  /** Returns an engine that stores a number of batches and then fails permanently. */
  private StorageAdapterFactory failingBehind(int batches) {
    Semaphore permits = new Semaphore(batches);
    return new HookedFactory(
        rocksdb,
        (step, adapter) -> {
          if (step.equals("append") && !permits.tryAcquire()) {
            throw new IllegalStateException("gone in the midst of it");
          }
        });
  }

  private Path store() {
    return temp.resolve("store");
  }

  private Kernel open(AdapterConfig... adapters) {
    KernelConfig.Builder config =
        KernelConfig.builder(store()).segmentBytes(8192).restingBudgetBytes(32 << 10);
    for (AdapterConfig adapter : adapters) {
      config.adapter(adapter);
    }
    return Kernel.open(config.build());
  }

  /** Records processes that read, write, fork, cut and rename. Some intervals stay open. */
  private void record(Kernel kernel, int operations) {
    OperationSink sink = kernel.newSink("test", new SinkOptions(false, OverloadPolicy.BLOCK));
    List<Long> files = new ArrayList<>();
    long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/a"), 0), 0);
    for (int i = 0; i < operations; i++) {
      int choice = files.isEmpty() ? 0 : random.nextInt(60);
      long file = files.isEmpty() ? 0 : files.get(random.nextInt(files.size()));
      switch (choice) {
        case 0 -> files.add(sink.objectAt(path(), ObjectKind.FILE, 0));
        case 1 -> sink.cut(Phase.WHOLE, process, file, 0);
        case 2 -> {
          long child = sink.process(ProcessDeclaration.of(i, Bytes.of("/bin/b"), 0), 0);
          sink.link(LinkKind.FORK, child, process, 0);
          sink.exit(process, 0, 0);
          process = child;
        }
        case 3 -> sink.rename(process, path(), path(), 0);
        case 4 -> sink.access(OperationKind.CLOSE, Phase.WHOLE, process, file, 0, 0);
        default -> {
          OperationKind kind = random.nextBoolean() ? OperationKind.READ : OperationKind.WRITE;
          sink.access(kind, Phase.WHOLE, process, file, random.nextInt(100), 0);
        }
      }
    }
    sink.awaitDurable(sink.flush());
  }

  private Bytes path() {
    return Bytes.of("/d" + random.nextInt(5) + "/f" + random.nextInt(200));
  }

  /** Compares two stores. The kernel may end open intervals between the two reads. */
  private static void assertEqualStores(Kernel kernel) {
    List<String> ofFirst;
    List<String> ofSecond;
    long lsn;
    do {
      kernel.drain();
      lsn = kernel.status().lastLsn();
      ofSecond = StoreText.of(kernel.reader("second"));
      ofFirst = StoreText.of(kernel.reader("first"));
    } while (kernel.status().lastLsn() != lsn);
    assertThat(ofSecond).containsExactlyElementsOf(ofFirst);
  }

  private static AdapterStatus status(Kernel kernel, String name) {
    return kernel.status().adapters().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private long heldBy(String name) {
    return AttachedAdapters.of(store()).stream()
        .filter(each -> each.name().equals(name))
        .mapToLong(AttachedAdapter::heldLsn)
        .findFirst()
        .orElseThrow();
  }

  private long reallyHeldBy(String name) {
    try (StorageAdapter adapter = rocksdb.create(StorageConfig.at(store().resolve(name)))) {
      adapter.open();
      return adapter.heldLsn();
    }
  }

  private boolean canGoOnFromTheJournal(String name) {
    return heldBy(name) + 1 >= Journal.peekFirstLsn(store().resolve("journal"));
  }

  @Test
  void fillsALateAdapterWhileReportersContinue() {
    try (Kernel kernel = open(first)) {
      record(kernel, MANY);
      kernel.snapshot("before");
    }
    Semaphore permits = new Semaphore(1);
    AdapterConfig stuck = new AdapterConfig("second", gated(permits), Map.of());
    try (Kernel kernel = open(first, stuck)) {
      record(kernel, MANY);
      AdapterStatus filling = status(kernel, "second");
      assertThat(filling.state()).isEqualTo(AdapterState.FILLING);
      assertThat(filling.recordsToFill()).isGreaterThanOrEqualTo(filling.filledRecords());
      permits.release(Integer.MAX_VALUE / 2);
      assertEqualStores(kernel);
      assertThat(status(kernel, "second").recordsToFill()).isZero();
      assertThat(status(kernel, "second").lagOperations()).isZero();
    }
    assertThat(canGoOnFromTheJournal("second")).isTrue();
  }

  @Test
  void resumesAnInterruptedFill() {
    try (Kernel kernel = open(first)) {
      record(kernel, MANY);
    }
    AdapterConfig dying = new AdapterConfig("second", failingBehind(2), Map.of());
    try (Kernel kernel = open(first, dying)) {
      kernel.drain();
      assertThat(status(kernel, "second").state()).isEqualTo(AdapterState.FAILED);
      record(kernel, MANY / 2);
    }
    assertThat(reallyHeldBy("second")).isPositive().isLessThan(heldBy("first"));
    try (Kernel kernel = open(first, second)) {
      record(kernel, MANY / 2);
      assertEqualStores(kernel);
    }
  }

  @Test
  void closesImmediatelyDuringFillOrPause() {
    try (Kernel kernel = open(first)) {
      record(kernel, MANY);
    }
    AdapterConfig slow = new AdapterConfig("second", rocksdb, Map.of(), 1e-9);
    try (Kernel kernel = open(first, slow)) {
      assertThat(status(kernel, "second").state()).isEqualTo(AdapterState.FILLING);
    }
    try (Kernel kernel = open(first, slow)) {
      assertEqualStores(kernel); // the share of the machine does not delay a waiting caller
    }
  }

  @Test
  void feedsARestingAdapterFromTheJournalOrFillsItAgain() {
    open(first, second).close();
    try (Kernel kernel = open(first)) {
      record(kernel, 500);
    }
    assertThat(heldBy("second")).isLessThan(heldBy("first"));
    assertThat(canGoOnFromTheJournal("second")).isTrue();
    try (Kernel kernel = open(first, second)) {
      assertEqualStores(kernel);
    }
    try (Kernel kernel = open(first)) {
      record(kernel, 4 * MANY);
      kernel.drain();
    }
    assertThat(canGoOnFromTheJournal("second")).isFalse();
    try (Kernel kernel = open(first, second)) {
      record(kernel, 500);
      assertEqualStores(kernel);
    }
  }

  @Test
  void fillsTheFirstAdapterFromAnotherButRejectsItAlone() throws IOException {
    try (Kernel kernel = open(first, second)) {
      record(kernel, MANY);
    }
    FileTree.delete(store().resolve("first"));
    assertThatThrownBy(() -> open(first)).hasMessageContaining("runs as well");
    try (Kernel kernel = open(first, second)) {
      record(kernel, 100);
      assertEqualStores(kernel);
    }
  }

  @Test
  void feedsAdapterWithRecordsOfRunsInWhichItRested() throws IOException {
    try (Kernel kernel = open(first, second)) {
      record(kernel, MANY);
    }
    try (Kernel kernel = open(second)) {
      record(kernel, 4 * MANY);
    }
    try (Kernel kernel = open(first, second)) {
      record(kernel, 100);
      assertEqualStores(kernel);
    }
  }
}

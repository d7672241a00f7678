// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the limit on names and identities in memory changes no answer. */
@Timeout(120)
class NameEvictionTest {
  private static final List<String> NAMES =
      Stream.of("/a", "/b", "/d", "/d/a", "/d/b", "/d/e/f", "/e", "/e/f/a", "/c/c/c").toList();

  @TempDir Path temp;

  private Kernel open(String store, String engine, int limit) {
    StorageAdapterFactory factory = new PluginLoader<>(StorageAdapterFactory.class).get(engine);
    return Kernel.open(
        KernelConfig.builder(temp.resolve(store))
            .adapter(AdapterConfig.of(factory))
            .maxNames(limit)
            .maxIdentities(limit)
            .build());
  }

  private static ObjectDeclaration inode(int number) {
    return new ObjectDeclaration(ObjectKind.FILE, Bytes.of("inode " + number), Bytes.EMPTY);
  }

  private static void step(OperationSink sink, Random random) {
    Bytes one = Bytes.of(NAMES.get(random.nextInt(NAMES.size())));
    Bytes other = Bytes.of(NAMES.get(random.nextInt(NAMES.size())));
    boolean nested = (one + "/").startsWith(other + "/") || (other + "/").startsWith(one + "/");
    switch (random.nextInt(nested ? 4 : 6)) {
      case 0 -> sink.unbind(0, one, 0);
      case 1 -> sink.bind(0, one, sink.object(inode(random.nextInt(400)), 0), 0);
      case 2 -> sink.objectAt(one, ObjectKind.FILE, 0);
      case 3 -> sink.objectAt(one, inode(random.nextInt(400)), 0);
      case 4 -> rename(sink, one, other);
      default -> sink.exchange(0, one, other, 0);
    }
  }

  /**
   * Renames as a file system does: the source exists, and the target is not a directory that has
   * content. Otherwise the outcome would depend on the names in memory.
   */
  private static void rename(OperationSink sink, Bytes one, Bytes other) {
    if (sink.resolve(one) != 0) {
      sink.unbind(0, other, 0);
      sink.rename(0, one, other, 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "rocksdb"})
  void answersAsIfNothingWasEvicted(String engine) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (Kernel small = open("small", engine, 2);
        Kernel large = open("large", engine, 1_000_000)) {
      OperationSink forgetful = small.newSink("test", SinkOptions.DEFAULT);
      OperationSink sink = large.newSink("test", SinkOptions.DEFAULT);
      for (int step = 0; step < 800; step++) {
        long same = random.nextLong();
        step(forgetful, new Random(same));
        step(sink, new Random(same));
        if (random.nextInt(10) == 0) {
          small.drain();
        }
        for (String name : NAMES) {
          assertThat(forgetful.resolve(Bytes.of(name)))
              .as("seed %d, step %d, %s", seed, step, name)
              .isEqualTo(sink.resolve(Bytes.of(name)));
        }
      }
      assertThat(small.status().identities()).isLessThan(large.status().identities());
    }
  }

  /** Uses the state after kill -9: the journal, and an adapter without any of its records. */
  @Test
  void findsNamesAndIdentitiesThatNoAdapterHasYetAfterACrash() throws Exception {
    Path crashed = temp.resolve("crashed");
    List<Long> before;
    long inode;
    Random random = new Random(7);
    try (Kernel kernel = Kernel.open(KernelConfig.builder(temp.resolve("store")).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      for (int i = 0; i < 500; i++) {
        step(sink, random);
      }
      inode = sink.object(inode(1000), 0);
      kernel.snapshot("before");
      kernel.snapshot("freed");
      kernel.snapshot("freed", Snapshot.Change.DELETE);
      before = NAMES.stream().map(name -> sink.resolve(Bytes.of(name))).toList();
      Files.createDirectories(crashed.resolve("journal"));
      Files.copy(temp.resolve("store/VERSION"), crashed.resolve("VERSION"));
      try (Stream<Path> files = Files.list(temp.resolve("store/journal"))) {
        for (Path file : files.toList()) {
          Files.copy(file, crashed.resolve("journal").resolve(file.getFileName()));
        }
      }
    }
    try (Kernel kernel = open("crashed", "rocksdb", 1_000_000)) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      assertThat(NAMES.stream().map(name -> sink.resolve(Bytes.of(name))).toList())
          .isEqualTo(before);
      assertThat(sink.object(inode(1000), 0)).isEqualTo(inode);
      assertThatThrownBy(() -> kernel.snapshot("before")).hasMessageContaining("already");
      kernel.snapshot("freed");
      kernel.snapshot("before", Snapshot.Change.DELETE);
      LineageReader reader = kernel.reader("rocksdb");
      for (int i = 0; i < before.size(); i++) {
        assertThat(reader.resolve(Bytes.of(NAMES.get(i)), Lsn.LATEST)).isEqualTo(before.get(i));
      }
    }
    try (Kernel kernel = open("crashed", "rocksdb", 1_000_000)) { // from the adapter alone
      assertThatThrownBy(() -> kernel.snapshot("freed")).hasMessageContaining("already");
      kernel.snapshot("before");
    }
  }

  @Test
  void keepsMemoryBoundedForManyNamesAndIdentities() {
    int batch = 2_000;
    int batches = 10;
    try (Kernel kernel = open("store", "rocksdb", batch)) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      for (int i = 1; i <= batches * batch; i++) {
        sink.objectAt(Bytes.of("/directory" + i % 100 + "/" + i), inode(i), 0);
        Bytes identity = Bytes.of("process " + i);
        sink.process(
            new ProcessDeclaration(identity, i, Bytes.of("/bin/p"), List.of(), Bytes.EMPTY, 0), 0);
        if (i % batch == 0) {
          kernel.drain();
          KernelStatus status = kernel.status();
          assertThat(status.names()).as("names after %d", i).isLessThan(5L * batch);
          assertThat(status.identities()).as("identities after %d", i).isLessThan(8L * batch);
        }
      }
      long first = sink.resolve(Bytes.of("/directory1/1"));
      assertThat(first).isPositive();
      assertThat(sink.object(inode(1), 0)).isEqualTo(first);
      assertThat(kernel.reader("rocksdb").statistics().objects()).isEqualTo(batches * batch);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Opens a store that {@code kill -9} left with a long journal and an empty RocksDB adapter. A
 * kernel without adapters writes the journal. It is copied while that kernel is open.
 */
final class CrashedStore {
  /** Content of the journal. */
  enum Content {
    /** Repeats: a process, a file with a new name, a rename and a few accesses. */
    NAMES,
    /**
     * Does the same as {@link #NAMES}. In addition, each process reads known files, as many as a C
     * compiler reads headers.
     */
    BUILDS,
    /** Reads and writes a few files; every operation is stored. */
    ACCESSES
  }

  private static final int FEW = 1000;
  private static final int HEADERS = 60;

  private final Path directory;
  private final Content content;
  private final Path image;
  private long items;

  /** Writes the journal. */
  CrashedStore(Path directory, Content content, long journalBytes) throws IOException {
    this.directory = directory;
    this.content = content;
    this.image = directory.resolve("image-" + content);
    Path written = directory.resolve("written-" + content);
    KernelConfig config = KernelConfig.builder(written).restingBudgetBytes(Long.MAX_VALUE).build();
    try (Kernel kernel = Kernel.open(config)) {
      OperationSink sink = kernel.newSink("bench", new SinkOptions(true, OverloadPolicy.BLOCK));
      while (kernel.status().journalBytes() < journalBytes) {
        write(sink);
        kernel.awaitDurable(sink.flush());
      }
      copy(written, image);
    }
    Directories.delete(written);
  }

  private void write(OperationSink sink) {
    for (int i = 0; i < 10_000; i++) {
      switch (content) {
        case NAMES -> item(sink, ++items, 0);
        case BUILDS -> item(sink, ++items, HEADERS);
        case ACCESSES -> access(sink, ++items);
      }
    }
  }

  private static Bytes path(long number) {
    return Bytes.of("/home/ann/project/src/module" + number % 500 + "/file" + number + ".o");
  }

  private static void item(OperationSink sink, long number, int headers) {
    long process =
        sink.process(
            new ProcessDeclaration(
                Bytes.of("proc\0host\0boot\0" + number),
                number,
                Bytes.of("/usr/bin/cc1"),
                List.of(Bytes.of("cc1"), Bytes.of("-O2"), Bytes.of("module" + number + ".c")),
                Bytes.of("/home/ann/project"),
                0),
            0);
    for (int i = 0; i < headers; i++) {
      long header = sink.objectAt(header(number * 7 + i), ObjectKind.FILE, 0);
      sink.access(OperationKind.READ, Phase.WHOLE, process, header, 4096, 0);
    }
    Bytes temporary = Bytes.of("/tmp/cc" + number + ".s");
    ObjectDeclaration inode =
        new ObjectDeclaration(ObjectKind.FILE, Bytes.of("inode\0host\0" + number), Bytes.EMPTY);
    long file = sink.objectAt(temporary, inode, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, number % 5000, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, number % 3000, 0);
    sink.rename(process, temporary, path(number), 0);
    sink.exit(process, 0, 0);
  }

  private static Bytes header(long number) {
    return Bytes.of("/usr/include/bits/header" + number % FEW + ".h");
  }

  private static void access(OperationSink sink, long number) {
    long process =
        sink.process(
            new ProcessDeclaration(
                Bytes.of("process " + number % FEW),
                1,
                Bytes.of("/bin/p"),
                List.of(),
                Bytes.EMPTY,
                0),
            0);
    long file = sink.objectAt(Bytes.of("/data/" + number * 31 % FEW), ObjectKind.FILE, 0);
    sink.access(OperationKind.READ, Phase.WHOLE, process, file, number % 4096, number);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, number % 77, number);
  }

  /** Returns a copy of the store after the crash. */
  Path copy(String name) throws IOException {
    Path store = directory.resolve(name + "-" + content);
    copy(image, store);
    return store;
  }

  private static void copy(Path from, Path to) throws IOException {
    Path journal = Files.createDirectories(to.resolve("journal"));
    Files.copy(from.resolve("VERSION"), to.resolve("VERSION"));
    try (Stream<Path> files = Files.list(from.resolve("journal"))) {
      for (Path file : files.sorted().toList()) {
        Files.copy(file, journal.resolve(file.getFileName()));
      }
    }
  }

  /**
   * Opens a copy. Measures the times until it is open, until an operation is durable, and until the
   * adapter has caught up.
   */
  Figures open() throws IOException {
    Path store = copy("store");
    KernelConfig config = Kernels.rocksDb(store).build();
    long begin = System.nanoTime();
    try (Kernel kernel = Kernel.open(config)) {
      long open = System.nanoTime();
      OperationSink sink = kernel.newSink("bench", SinkOptions.DEFAULT);
      Bytes known = content == Content.ACCESSES ? Bytes.of("/data/1") : path(items);
      if (sink.resolve(known) == 0) {
        throw ErrorCode.STORE_CORRUPT.exception(known.display() + " is lost");
      }
      sink.objectAt(Bytes.of("/after/the/crash"), ObjectKind.FILE, 0);
      kernel.awaitDurable(sink.flush());
      long serving = System.nanoTime();
      double journalBytes = kernel.recovery().lastLsn() > 0 ? kernel.status().journalBytes() : 0;
      kernel.drain();
      return Figures.of("journal", content.name().toLowerCase(Locale.ROOT))
          .and("journal MiB", journalBytes / (1 << 20))
          .and("items", items)
          .and("open s", (open - begin) / 1e9)
          .and("first operation durable s", (serving - begin) / 1e9)
          .and("adapter caught up s", (System.nanoTime() - begin) / 1e9);
    } finally {
      Directories.delete(store);
    }
  }
}

package org.colophon.benchmarks.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.benchmarks.result.Directories;
import org.colophon.core.adapters.AdapterConfig;
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
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/**
 * Opens a store that {@code kill -9} left with a long journal and an empty RocksDB adapter. A
 * kernel without adapters writes the journal. It is copied while that kernel is open.
 */
public final class RecoveryRun {
  /** Content of the journal. */
  public enum Content {
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

  private static final String ADAPTER = "rocksdb";
  private static final int FEW = 1000;
  private static final int HEADERS = 60;

  private final Path directory;
  private final Content content;
  private final Path image;
  private long items;

  /** Writes the journal. */
  public RecoveryRun(Path directory, Content content, long journalBytes) {
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
      copy(journal(written), journal(image));
      copyFile(written.resolve("VERSION"), image.resolve("VERSION"));
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
    long process = sink.process(declaration("process " + number % FEW), 0);
    long file = sink.objectAt(Bytes.of("/data/" + number * 31 % FEW), ObjectKind.FILE, 0);
    sink.access(OperationKind.READ, Phase.WHOLE, process, file, number % 4096, number);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, number % 77, number);
  }

  private static ProcessDeclaration declaration(String identity) {
    Bytes name = Bytes.of(identity);
    return new ProcessDeclaration(name, 1, Bytes.of("/bin/p"), List.of(), Bytes.EMPTY, 0);
  }

  /** Returns the content of the journal. */
  public String content() {
    return content.name().toLowerCase(Locale.ROOT);
  }

  /** Returns a copy of the store after the crash. */
  public Path copy(String name) {
    Path store = directory.resolve(name + "-" + content());
    copy(journal(image), journal(store));
    copyFile(image.resolve("VERSION"), store.resolve("VERSION"));
    return store;
  }

  /**
   * Opens a copy. Measures the times until it is open, until an operation is durable, and until the
   * adapter has caught up.
   */
  public Map<String, Object> open(int round) {
    Path store = copy("store" + round);
    StorageAdapterFactory rocks = new PluginLoader<>(StorageAdapterFactory.class).get(ADAPTER);
    long begin = System.nanoTime();
    try (Kernel kernel =
        Kernel.open(KernelConfig.builder(store).adapter(AdapterConfig.of(rocks)).build())) {
      long open = System.nanoTime();
      OperationSink sink = kernel.newSink("bench", SinkOptions.DEFAULT);
      Bytes known = content == Content.ACCESSES ? Bytes.of("/data/1") : path(items);
      if (sink.resolve(known) == 0) {
        throw ErrorCode.STORE_CORRUPT.exception(known.display() + " is lost");
      }
      sink.objectAt(Bytes.of("/after/the/crash"), ObjectKind.FILE, 0);
      kernel.awaitDurable(sink.flush());
      long serving = System.nanoTime();
      double journalMib = kernel.recovery().lastLsn() > 0 ? kernel.status().journalBytes() : 0;
      kernel.drain();
      return figures(begin, open, serving, journalMib / (1 << 20));
    } finally {
      Directories.delete(store);
    }
  }

  private Map<String, Object> figures(long begin, long open, long serving, double journalMib) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("journal", content());
    figures.put("journal MiB", journalMib);
    figures.put("items", items);
    figures.put("open s", (open - begin) / 1e9);
    figures.put("first operation durable s", (serving - begin) / 1e9);
    figures.put("adapter caught up s", (System.nanoTime() - begin) / 1e9);
    return figures;
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.list(from)) {
      Files.createDirectories(to);
      for (Path file : files.sorted().toList()) {
        copyFile(file, to.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static void copyFile(Path from, Path to) {
    try {
      Files.copy(from, to);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static Path journal(Path store) {
    return store.resolve("journal");
  }

  private static ColophonException failed(IOException e) {
    return ErrorCode.IO_FAILED.exception("cannot copy the store: " + e, e);
  }
}

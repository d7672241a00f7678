package org.colophon.benchmarks.find;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.benchmarks.result.Directories;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.query.find.FindParser;
import org.colophon.query.find.FindQuery;
import org.colophon.query.find.Finder;

/**
 * Fills a RocksDB store with processes that write ten files each, and measures searches in it. Some
 * files are removed, since a store without removals reads names faster.
 */
final class FindRun {
  private static final int FILES = 10;
  private static final long TIME = 1_700_000_000_000_000_000L;

  private final Path directory;
  private final int processes;
  private final int removedPercent;

  /**
   * Prepares a run.
   *
   * @param removedPercent percentage of processes that remove the last file that they wrote
   */
  FindRun(Path directory, int processes, int removedPercent) {
    this.directory = directory;
    this.processes = processes;
    this.removedPercent = removedPercent;
  }

  /** Returns the conditions of each search by its label, with the expected number of results. */
  private Map<String, Map<String, String>> searches(long lastLsn) {
    Map<String, Map<String, String>> searches = new LinkedHashMap<>();
    searches.put("name *7.h", Map.of("name", "*7.h", "type", "object"));
    searches.put("name of one", Map.of("name", "f4-0.h", "type", "object"));
    searches.put("path with **", Map.of("name", "/home/u/**/f1*-3.h", "type", "object"));
    searches.put("command", Map.of("command", "cc *7.c"));
    searches.put("pid", Map.of("pid", "7"));
    searches.put("top by bytes", Map.of("type", "process", "top", "10", "sort", "bytes"));
    searches.put("objects by bytes", Map.of("type", "object", "top", "10", "sort", "bytes"));
    searches.put(
        "since the last tenth", Map.of("type", "process", "from-lsn", "" + lastLsn / 10 * 9));
    return searches;
  }

  /** Fills a store, runs each search in each round, and deletes the store. */
  List<Map<String, Object>> measure(int rounds, Consumer<String> progress) {
    Path store = directory.resolve("store");
    StorageAdapterFactory rocks = new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
    List<Map<String, Object>> runs = new ArrayList<>();
    try (Kernel kernel =
        Kernel.open(KernelConfig.builder(store).adapter(AdapterConfig.of(rocks)).build())) {
      fill(kernel.newSink("bench", SinkOptions.DEFAULT));
      kernel.drain();
      try (LineageReader reader = kernel.reader("rocksdb")) {
        for (int round = 0; round <= rounds; round++) {
          for (Map.Entry<String, Map<String, String>> each :
              searches(reader.visibleLsn()).entrySet()) {
            Map<String, Object> figures = ask(reader, each.getKey(), each.getValue());
            progress.accept(figures.toString());
            if (round > 0) { // the first warms up
              runs.add(figures);
            }
          }
        }
      }
    } finally {
      Directories.delete(store);
    }
    return runs;
  }

  private void fill(OperationSink sink) {
    for (int i = 0; i < processes; i++) {
      long process = sink.process(process(i), TIME);
      Bytes path = Bytes.EMPTY;
      for (int file = 0; file < FILES; file++) {
        path = Bytes.of("/home/u/project%d/src/m%d/f%d-%d.h".formatted(i % 50, i % 997, i, file));
        long object = sink.objectAt(path, ObjectKind.FILE, TIME);
        sink.access(OperationKind.WRITE, Phase.WHOLE, process, object, 1000 + i % 77, TIME);
      }
      if (i % 100 < removedPercent) {
        sink.unbind(process, path, TIME);
      }
      sink.exit(process, 0, TIME);
    }
    sink.flush();
  }

  private static ProcessDeclaration process(int i) {
    return new ProcessDeclaration(
        Bytes.of("process " + i),
        i,
        Bytes.of("/usr/bin/cc"),
        List.of(Bytes.of("cc"), Bytes.of("-c"), Bytes.of("m" + i + ".c")),
        Bytes.of("/home/u"),
        TIME);
  }

  private Map<String, Object> ask(LineageReader reader, String label, Map<String, String> texts) {
    FindQuery query =
        new FindParser(reader, Instant.EPOCH, ZoneOffset.UTC, Bytes.of("/"), Lsn.LATEST)
            .parse(texts);
    long[] first = {0};
    long[] shown = {0};
    long begin = System.nanoTime();
    try {
      long left =
          new Finder(reader, query)
              .find(
                  found -> {
                    first[0] = shown[0]++ == 0 ? System.nanoTime() : first[0];
                  });
      long end = System.nanoTime();
      if (shown[0] == 0) {
        throw ErrorCode.STORE_CORRUPT.exception(label + " should find something");
      }
      Map<String, Object> figures = new LinkedHashMap<>();
      figures.put("search", label);
      figures.put("names", (long) processes * FILES);
      figures.put("removed %", removedPercent);
      figures.put("found", shown[0] + left);
      figures.put("first ms", (first[0] - begin) / 1e6);
      figures.put("all ms", (end - begin) / 1e6);
      return figures;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

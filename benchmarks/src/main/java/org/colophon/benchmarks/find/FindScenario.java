// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.find;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.find.FindParser;
import org.colophon.query.find.FindQuery;
import org.colophon.query.find.Finder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures searches in RocksDB stores with many names. Some files of one store are removed, since a
 * store without removals reads names faster.
 */
@Command(
    name = "find",
    description = {
      "Searches a RocksDB store of processes that wrote ten files each: time to the first and to",
      "all results, without removed files and with some."
    })
public final class FindScenario extends Scenario {
  private static final int FILES = 10;
  private static final long TIME = 1_700_000_000_000_000_000L;

  @Option(names = "--processes", description = "Processes in the store.")
  private int processes = 100_000;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 3;

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("find")
            .setting("processes", processes)
            .setting("rounds", rounds)
            .subject(round -> measure(0))
            .subject(round -> measure(20))
            .medians("removed %", "search"));
  }

  /**
   * Fills a store, runs each search in each round, and deletes the store.
   *
   * @param removedPercent percentage of processes that remove the last file that they wrote
   */
  private List<Figures> measure(int removedPercent) throws Exception {
    Path store = directory().resolve("store");
    try (Kernel kernel = Kernels.open(store)) {
      fill(kernel.newSink("bench", SinkOptions.DEFAULT), removedPercent);
      kernel.drain();
      try (LineageReader reader = kernel.reader(Kernels.ROCKSDB)) {
        Experiment searches = Experiment.named("find").rounds(rounds, 1);
        searches(reader.visibleLsn())
            .forEach(
                (label, conditions) ->
                    searches.subject(round -> search(reader, label, conditions, removedPercent)));
        return searches.measure(line -> {});
      }
    } finally {
      Directories.delete(store);
    }
  }

  /** Returns the conditions of each search by its label, with the expected number of results. */
  private static Map<String, Map<String, String>> searches(long lastLsn) {
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

  private void fill(OperationSink sink, int removedPercent) {
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

  private List<Figures> search(
      LineageReader reader, String label, Map<String, String> conditions, int removedPercent)
      throws IOException {
    FindQuery query =
        new FindParser(reader, Instant.EPOCH, ZoneOffset.UTC, Bytes.of("/"), Lsn.LATEST)
            .parse(conditions);
    long[] first = {0};
    long[] shown = {0};
    long begin = System.nanoTime();
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
    return Figures.of("search", label)
        .and("names", (long) processes * FILES)
        .and("removed %", removedPercent)
        .and("found", shown[0] + left)
        .and("first ms", (first[0] - begin) / 1e6)
        .and("all ms", (end - begin) / 1e6)
        .row();
  }
}

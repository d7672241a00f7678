// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures.cookbook;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Lsn;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.strace.StraceReporter;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;
import org.colophon.storage.rocksdb.RocksDbStorageAdapterFactory;

/**
 * The history of the cookbook, recorded as {@code colophon trace} does. It has two builds of the
 * demo's project with different lists of stopwords, and the snapshots {@code first} and {@code
 * second} after them. It also has a series of office commands, and a saved log with a torn line.
 * RocksDB stores the recording; Neo4j is attached afterwards.
 *
 * <p>The document names {@code /lab} instead of {@link #directory()}.
 */
final class RecordedBuild implements AutoCloseable {
  private static final String IN_THE_DOCUMENT = "/lab/";

  /** Prefix that prevents the use of a cached plan. */
  private static final String EXPLAIN = "CYPHER replan=force EXPLAIN ";

  private final Path directory;
  private final Path store;
  private final Kernel kernel;
  private final CypherEngine engine;
  private final List<List<String>> plannedCommands = new ArrayList<>();
  private final List<Map<Path, FileTime>> filesAfter = new ArrayList<>();
  private long firstReportBytes;

  private RecordedBuild(Path directory, Path store) {
    this.directory = directory;
    this.store = store;
    record();
    this.kernel = open(rocksdb(), AdapterConfig.of(new Neo4jStorageAdapterFactory()));
    this.engine = (CypherEngine) kernel.reader(Neo4jStorageAdapterFactory.NAME);
  }

  /** Records below an existing, empty directory. */
  static RecordedBuild in(Path empty) throws IOException {
    Path real = empty.toRealPath();
    Path directory = Files.createDirectory(real.resolve("work"));
    return new RecordedBuild(directory, real.resolve("store"));
  }

  private void record() {
    copy(Path.of("../../examples/demo"), directory.resolve("tally"));
    copy(Path.of("src/test/resources/cookbook/desk"), directory.resolve("desk"));
    try (Kernel recording = open(rocksdb())) {
      make(recording, "first");
      firstReportBytes = Files.size(directory.resolve("tally/report.txt"));
      Files.writeString(
          directory.resolve("tally/data/stopwords.txt"), "book\n", StandardOpenOption.APPEND);
      make(recording, "second");
      trace(recording, "desk", "sh desk.sh");
      run(recording, new StraceReporter.Builder().from("src/test/resources/cookbook/torn.strace"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void make(Kernel recording, String snapshot) throws IOException {
    plannedCommands.add(output("tally", "make", "-n"));
    trace(recording, "tally", "make");
    recording.snapshot(snapshot);
    filesAfter.add(times(directory.resolve("tally")));
  }

  private static Map<Path, FileTime> times(Path directory) throws IOException {
    Map<Path, FileTime> times = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory).filter(Files::isRegularFile)) {
      for (Path file : files.toList()) {
        times.put(file, Files.getLastModifiedTime(file));
      }
    }
    return times;
  }

  private Kernel open(AdapterConfig... adapters) {
    KernelConfig.Builder config = KernelConfig.builder(store);
    Stream.of(adapters).forEach(config::adapter);
    return Kernel.open(config.build());
  }

  private static AdapterConfig rocksdb() {
    return AdapterConfig.of(new RocksDbStorageAdapterFactory());
  }

  private void trace(Kernel recording, String below, String command) {
    String script =
        "cd '%s' && exec %s > /dev/null 2>&1".formatted(directory.resolve(below), command);
    StraceReporter.Builder tracer =
        new StraceReporter.Builder().command(List.of("sh", "-c", script));
    int status = run(recording, tracer);
    if (status != 0) {
      throw new AssertionError(script + " ended with " + status);
    }
  }

  private static int run(Kernel recording, StraceReporter.Builder builder) {
    ReplayReporter reporter = builder.build();
    ReporterHandle handle = recording.attach("strace", reporter, SinkOptions.DEFAULT);
    handle.await();
    handle
        .failure()
        .ifPresent(
            failure -> {
              throw new AssertionError("recording the build failed", failure);
            });
    return reporter.exitStatus();
  }

  /** Returns the output of an unrecorded command in a directory, line by line. */
  List<String> output(String below, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .directory(directory.resolve(below).toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      return lines.lines().toList();
    }
  }

  /** Returns the directory of everything recorded. */
  Path directory() {
    return directory;
  }

  /** Returns the commands that make reports for a build: 0 for the first, 1 for the second. */
  List<String> plannedCommands(int build) {
    return plannedCommands.get(build);
  }

  /** Returns the files that the second build rewrote, according to the file system. */
  List<String> madeAnew() {
    Map<Path, FileTime> before = filesAfter.get(0);
    return filesAfter.get(1).entrySet().stream()
        .filter(each -> !each.getValue().equals(before.get(each.getKey())))
        .map(each -> relative(each.getKey().toString()).toString())
        .toList();
  }

  long firstReportBytes() {
    return firstReportBytes;
  }

  /** Returns the text of a file that the document names. */
  String text(String name) throws IOException {
    return Files.readString(Path.of(absolute(name)));
  }

  /** Returns the local form of a name in the document. */
  String absolute(String name) {
    return name.startsWith(IN_THE_DOCUMENT)
        ? directory + "/" + name.substring(IN_THE_DOCUMENT.length())
        : name;
  }

  /** Returns the rows of a recipe's answer, with names as in the document. */
  List<List<Object>> query(Recipe recipe) {
    return rows(recipe.statement(), recipe.parameters());
  }

  /** Returns the plan of a recipe: operators and details. */
  List<String> plan(Recipe recipe) {
    return rows(EXPLAIN + recipe.statement(), recipe.parameters()).stream()
        .map(row -> (row.get(0) + " " + row.get(1)).strip())
        .toList();
  }

  /**
   * Waits until Neo4j has statistics about its indexes, since without them it plans as for empty
   * ones.
   */
  void awaitStatistics() {
    while (estimatedFiles() == 0) {
      LockSupport.parkNanos(100_000_000);
    }
  }

  private double estimatedFiles() {
    String statement = EXPLAIN + "MATCH (o:Object {name: $file}) RETURN o.id";
    return (double) rows(statement, Map.of("file", "/lab/tally/tally")).get(0).get(2);
  }

  List<List<Object>> rows(String statement, Map<String, String> parameters) {
    return rowsAsOf(Lsn.LATEST, statement, parameters);
  }

  List<List<Object>> rowsAsOf(long asOfLsn, String statement, Map<String, String> parameters) {
    Map<String, Object> here = new TreeMap<>(parameters);
    here.replaceAll((name, value) -> absolute((String) value));
    List<List<Object>> rows = new ArrayList<>();
    engine.run(
        new CypherStatement(statement, here, asOfLsn, false, 60_000),
        new CypherResult() {
          @Override
          public void columns(List<String> names) {}

          @Override
          public boolean row(List<Object> values) {
            return rows.add(values.stream().map(value -> relative(value)).toList());
          }
        });
    return rows;
  }

  private Object relative(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(this::relative).toList();
    }
    return value instanceof String text ? text.replace(directory + "/", IN_THE_DOCUMENT) : value;
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kernel.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.onegraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.reporters.fuse.FuseReporter;
import org.colophon.reporters.fuse.FuseReporterFactory;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.strace.StraceReporter;

/**
 * A kernel with a mounted directory, a plain directory next to it, and commands traced on request.
 */
final class BothReporters implements AutoCloseable {
  final Path mount;
  final Path outside;
  final Path source;
  private final Kernel kernel;
  private final FuseReporter reporter;
  private final ReporterHandle fuse;

  BothReporters(Path directory, String... options) throws Exception {
    source = Files.createDirectories(directory.resolve("source"));
    mount = Files.createDirectories(directory.resolve("mount"));
    outside = Files.createDirectories(directory.resolve("outside"));
    Map<String, String> all = new HashMap<>();
    all.put("source", source.toString());
    all.put("mount", mount.toString());
    all.put("trace", "no");
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    StorageAdapterFactory memory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    kernel =
        Kernel.open(
            KernelConfig.builder(directory.resolve("store"))
                .adapter(AdapterConfig.of(memory))
                .build());
    reporter = (FuseReporter) new FuseReporterFactory().create(all);
    fuse = kernel.attach("fuse", reporter, SinkOptions.DEFAULT);
    reporter.awaitMounted();
    if (!fuse.isRunning()) {
      kernel.close();
      throw new AssertionError("not mounted", fuse.failure().orElse(null));
    }
  }

  /** Returns the counters of the mount. */
  Map<String, Long> counters() {
    return reporter.counters();
  }

  /** Starts to trace a shell script that runs in the mount. {@code $O} is the plain directory. */
  ReporterHandle tracing(String script) {
    return attach(
        new StraceReporter.Builder().command(List.of("bash", "-c", words(script))).build());
  }

  /** Starts to trace a running process. */
  ReporterHandle attach(ReplayReporter reporter) {
    return kernel.attach("strace", reporter, SinkOptions.DEFAULT);
  }

  /** Traces a script to its end. */
  void trace(String script) {
    ReplayReporter reporter =
        new StraceReporter.Builder().command(List.of("bash", "-c", words(script))).build();
    ReporterHandle handle = attach(reporter);
    ended(handle);
    assertThat(reporter.exitStatus()).as(script).isZero();
  }

  static void ended(ReporterHandle handle) {
    handle.await();
    handle
        .failure()
        .ifPresent(
            failure -> {
              throw new AssertionError("tracing failed", failure);
            });
  }

  private String words(String script) {
    return "set -e; O=" + outside + "; cd " + mount + "; " + script;
  }

  /** Starts an untraced script in the mount. */
  Process start(String script) throws IOException {
    return new ProcessBuilder("bash", "-c", words(script)).redirectErrorStream(true).start();
  }

  /** Runs an untraced script in the mount. */
  void run(String script) throws IOException, InterruptedException {
    ended(start(script), script);
  }

  static void ended(Process process, String script) throws IOException, InterruptedException {
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", script, output).isZero();
  }

  /** Returns a reader that sees all earlier operations. */
  LineageReader reader() {
    kernel.drain();
    return kernel.reader("memory");
  }

  long object(Path path) {
    return reader().resolve(Bytes.of(path.toString()), Lsn.LATEST);
  }

  /**
   * Returns the files among {@code among} that a file came from. Paths are relative to the mount,
   * or begin with {@code ../}.
   */
  Set<String> ancestors(String name, Set<String> among) {
    LineageReader reader = reader();
    long object = object(mount.resolve(name).normalize());
    assertThat(object).as(name).isPositive();
    LineageQuery query =
        LineageQuery.builder().root(Root.object(object)).dataOnly(true).includeCode(false).build();
    Set<String> found = new TreeSet<>();
    for (LineageNode node : new LineageEngine(reader).collect(query).nodes()) {
      if (!node.isProcess() && node.id() != object) {
        namesOf(reader, node.id()).stream().filter(among::contains).forEach(found::add);
      }
    }
    return found;
  }

  private Set<String> namesOf(LineageReader reader, long object) {
    Set<String> names = new TreeSet<>();
    for (NameBinding binding : reader.namesOf(object)) {
      Path path = Path.of(binding.path().display());
      if (path.startsWith(mount.getParent())) {
        names.add(mount.relativize(path).toString());
      }
    }
    return names;
  }

  // --- one graph ---

  /** Fails if a process or a file is recorded twice, or if something is lost. */
  void assertOneGraph() throws IOException {
    LineageReader reader = reader();
    assertThat(reader.gaps())
        .extracting(Gap::cause)
        .as("losses; programs outside the trace have the one cause")
        .allMatch(cause -> cause == GapCause.NOT_TRACED);
    assertNothingTwice();
  }

  /** Fails if a process or a file is recorded twice. Losses are allowed. */
  void assertNothingTwice() throws IOException {
    LineageReader reader = reader();
    assertNoProcessTwice();
    assertThat(strangeObjects(reader))
        .as("files below the mount without the mirror's identity")
        .isEmpty();
    try (var files = Files.walk(source)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path shown = mount.resolve(source.relativize(file));
        assertThat(object(shown)).as(shown.toString()).isPositive().isEqualTo(object(file));
      }
    }
  }

  void assertNoProcessTwice() {
    assertThat(doubledProcesses(reader())).as("same pid without an execve").isEmpty();
  }

  /** Returns pids with several processes that did not replace each other by execve. */
  private static List<String> doubledProcesses(LineageReader reader) {
    Map<Long, List<ProcessInfo>> first = new HashMap<>();
    for (long id = 1; id <= reader.lastProcess(); id++) {
      ProcessInfo process = reader.process(id);
      if (process != null && !isReplacement(reader, process)) {
        first.computeIfAbsent(process.declaration().pid(), pid -> new ArrayList<>()).add(process);
      }
    }
    List<String> doubled = new ArrayList<>();
    first.values().stream()
        .filter(all -> all.size() > 1)
        .forEach(all -> all.forEach(process -> doubled.add(text(process))));
    return doubled;
  }

  private static String text(ProcessInfo process) {
    return process.id()
        + ": "
        + process.declaration().pid()
        + " "
        + process.declaration().arguments().stream().map(Bytes::display).toList();
  }

  private static boolean isReplacement(LineageReader reader, ProcessInfo process) {
    List<Long> replaced = new ArrayList<>();
    reader.causesOfProcess(
        process.id(),
        (effect, cause, kind, lsn, time) -> {
          long pid = reader.process(cause).declaration().pid();
          if (kind == LinkKind.EXEC && pid == process.declaration().pid()) {
            replaced.add(cause);
          }
        });
    assertThat(replaced)
        .as("processes that %s replaced by execve", text(process))
        .hasSizeLessThan(2);
    return !replaced.isEmpty();
  }

  /** Returns the files below the mount that lack the mirror's identity, which is the inode. */
  private List<String> strangeObjects(LineageReader reader) {
    List<String> strange = new ArrayList<>();
    for (long id = 1; id <= reader.lastObject(); id++) {
      ObjectInfo object = reader.object(id);
      boolean isFile = object != null && object.declaration().kind() == ObjectKind.FILE;
      if (isFile && !object.declaration().identity().startsWith(Bytes.of("file"))) {
        namesOf(reader, id).stream()
            .filter(name -> !name.startsWith(".."))
            .map(name -> object.id() + " " + name)
            .forEach(strange::add);
      }
    }
    return strange;
  }

  @Override
  public void close() {
    kernel.close();
    fuse.failure()
        .ifPresent(
            failure -> {
              throw new AssertionError("the mirror failed", failure);
            });
  }
}

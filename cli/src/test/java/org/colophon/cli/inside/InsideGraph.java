// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.reporters.bytes.ByteTool;
import org.colophon.reporters.common.inside.LogDirectory;
import org.colophon.reporters.ebpf.EbpfOptions;
import org.colophon.reporters.ebpf.EbpfReporter;
import org.colophon.reporters.function.FunctionReporter;
import org.colophon.reporters.function.FunctionSettings;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.strace.StraceReporter;

/** A kernel that records functions or bytes inside programs. */
final class InsideGraph implements AutoCloseable {
  static final FunctionSettings ALL =
      new FunctionSettings(List.of(), Integer.MAX_VALUE, 0, false, 1);

  final Path directory;
  private final ByteTool bytes = ByteTool.build("no");
  private final Kernel kernel;
  private final LogDirectory logs;

  InsideGraph(Path temporary) throws IOException {
    directory = temporary.toRealPath();
    StorageAdapterFactory memory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    kernel =
        Kernel.open(
            KernelConfig.builder(directory.resolve("store"))
                .adapter(AdapterConfig.of(memory))
                .build());
    logs = LogDirectory.create(List.of(ALL.format(), bytes.format()), bytes.tools());
  }

  /** Compiles a program of the test sources. Returns its path. */
  Path compile(String source, String... options) throws IOException, InterruptedException {
    Path program = directory.resolve(source.substring(0, source.indexOf('.')));
    List<String> words = new ArrayList<>();
    words.add(FunctionReporter.compiler(!source.endsWith(".c")).toString());
    words.addAll(List.of(options));
    words.addAll(List.of("-o", program.toString(), Path.of("src/test/c", source) + "", "-pthread"));
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    return program;
  }

  /** Traces a command. Returns its exit status. */
  int trace(String tracer, FunctionSettings functions, boolean isBytes, String... command) {
    Map<String, String> environment = new HashMap<>();
    if (functions != null) {
      environment.putAll(functions.environment(logs.path()));
    }
    List<String> words = List.of(command);
    if (isBytes) {
      environment.putAll(bytes.environment(logs.path()));
      words = bytes.command(words, logs.path());
    }
    ReplayReporter reporter =
        tracer.equals("ebpf")
            ? EbpfReporter.command(
                words, EbpfOptions.DEFAULT.folding(false).withEnvironment(environment))
            : new StraceReporter.Builder()
                .command(words)
                .environment(environment)
                .times(true)
                .build();
    reporter.setLogs(logs);
    ReporterHandle handle = kernel.attach(tracer, reporter, SinkOptions.DEFAULT);
    handle.await();
    handle
        .failure()
        .ifPresent(
            failure -> {
              throw new AssertionError("tracing failed", failure);
            });
    return reporter.exitStatus();
  }

  /** Reports the logs in a directory that was not watched. */
  void read(Path ownLogs) {
    ReporterHandle handle =
        kernel.attach("function", new FunctionReporter(ownLogs), SinkOptions.DEFAULT);
    handle.await();
    assertThat(handle.failure()).isEmpty();
  }

  LineageReader reader() {
    kernel.drain();
    return kernel.reader("memory");
  }

  /** Returns the processes whose executable has a name. */
  List<ProcessInfo> calls(String name) {
    List<ProcessInfo> found = new ArrayList<>();
    LineageReader reader = reader();
    for (long id = 1; id <= reader.lastProcess(); id++) {
      ProcessInfo process = reader.process(id);
      if (process != null && process.declaration().executable().toString().equals(name)) {
        found.add(process);
      }
    }
    return found;
  }

  ProcessInfo call(String name) {
    List<ProcessInfo> calls = calls(name);
    assertThat(calls).as(name).hasSize(1);
    return calls.get(0);
  }

  /** Returns the process that forked or executed a process. */
  ProcessInfo caller(ProcessInfo call) {
    List<Long> causes = new ArrayList<>();
    reader().causesOfProcess(call.id(), (effect, cause, kind, lsn, time) -> causes.add(cause));
    assertThat(causes).hasSize(1);
    return reader().process(causes.get(0));
  }

  static List<String> arguments(ProcessInfo call) {
    return call.declaration().arguments().stream().map(Bytes::toString).toList();
  }

  /** Returns the objects that a process read or wrote, by name or label. */
  List<String> objects(ProcessInfo process, AccessMode mode) {
    List<String> names = new ArrayList<>();
    LineageReader reader = reader();
    reader.accessesOfProcess(
        process.id(),
        mode.bit(),
        (p, object, m, first, last, count, bytes, t1, t2) -> names.add(name(reader, object)));
    return names;
  }

  private static String name(LineageReader reader, long object) {
    ObjectInfo info = reader.object(object);
    return reader.namesOf(object).isEmpty()
        ? info.declaration().label().toString()
        : Path.of(reader.namesOf(object).get(0).path().toString()).getFileName().toString();
  }

  long object(Path file) {
    return reader().resolve(Bytes.of(file.toString()), Lsn.LATEST);
  }

  @Override
  public void close() throws IOException {
    kernel.close();
    logs.close();
    assertThat(Files.exists(logs.path())).isFalse();
  }
}

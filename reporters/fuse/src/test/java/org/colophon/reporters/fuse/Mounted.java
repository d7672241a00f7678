// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.wire.RawTransport;

/** A kernel with a store in memory, a mounted mirror, and helpers for tests. */
public final class Mounted implements AutoCloseable {
  /** The transport of the mounts of all tests, also of their programs. */
  static final String TRANSPORT =
      System.getenv().getOrDefault("COLOPHON_TEST_TRANSPORT", RawTransport.NAME);

  /** Other options of the mounts of the running test class; empty for most. */
  static final Map<String, String> DEFAULTS = new ConcurrentHashMap<>();

  public final Kernel kernel;
  public final Path source;
  public final Path mount;
  private final FuseReporter reporter;
  private final ReporterHandle handle;

  /**
   * Mounts below a directory of the test.
   *
   * @param options pairs of an option's name and value
   */
  public Mounted(Path directory, String... options) throws Exception {
    this(directory, Os::load, new FileHasher(), options);
  }

  /** Mounts like {@link #Mounted(Path, String...)}, with another C library. */
  Mounted(Path directory, Supplier<Os> system, String... options) throws Exception {
    this(directory, system, new FileHasher(), options);
  }

  /** Mounts like {@link #Mounted(Path, String...)}, with another hasher. */
  Mounted(Path directory, FileHasher hasher, String... options) throws Exception {
    this(directory, Os::load, hasher, options);
  }

  private Mounted(Path directory, Supplier<Os> system, FileHasher hasher, String... options)
      throws Exception {
    source = Files.createDirectories(directory.resolve("source"));
    mount = Files.createDirectories(directory.resolve("mount"));
    Map<String, String> all = new HashMap<>();
    all.put("source", source.toString());
    all.put("mount", mount.toString());
    all.put("trace", "no");
    all.put("transport", TRANSPORT);
    all.putAll(DEFAULTS);
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    StorageAdapterFactory memory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    KernelConfig config =
        KernelConfig.builder(directory.resolve("store")).adapter(AdapterConfig.of(memory)).build();
    kernel = Kernel.open(config);
    reporter = ((FuseReporter) new FuseReporterFactory().create(all)).on(system, hasher);
    handle = kernel.attach("fuse", reporter, SinkOptions.DEFAULT);
    reporter.awaitMounted();
    if (!handle.isRunning()) {
      kernel.close();
      throw new AssertionError("not mounted", handle.failure().orElse(null));
    }
  }

  /** The reporter. */
  public ReporterHandle handle() {
    return handle;
  }

  /** Unmounts. The operations remain readable. */
  public void unmount() {
    handle.stop();
    handle.await();
  }

  /** Returns the counters of the reporter. */
  public Map<String, Long> counters() {
    return reporter.counters();
  }

  /** Runs a shell script in the mount; returns its output. */
  public String run(String script) throws IOException, InterruptedException {
    return run(List.of("bash", "-ec", script), mount);
  }

  /** Runs a command in a directory; returns its output, or fails with the command. */
  public static String run(List<String> words, Path directory)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.directory(directory.toFile()).redirectErrorStream(true);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(String.join(" ", words) + " failed: " + output);
    }
    return output;
  }

  /** Returns a reader of the recorded operations. Includes all operations that were replied to. */
  public LineageReader reader() {
    kernel.drain();
    return kernel.reader("memory");
  }

  /** Returns the records attached to an object, without states and ranges of files. */
  List<ExtendedRecord> attached(long object) {
    return reader().extendedRecords(0, object).stream()
        .filter(each -> !each.type().equals(FileState.TYPE))
        .filter(each -> !each.type().equals(ByteMap.RANGES))
        .toList();
  }

  /** Returns the causes of losses on the mount; leaves out that programs are not traced. */
  List<GapCause> losses() {
    return reader().gaps().stream()
        .map(Gap::cause)
        .filter(cause -> cause != GapCause.NOT_TRACED)
        .toList();
  }

  /** Returns the object with a name below the mount. */
  public long object(String name) {
    return reader().resolve(Bytes.of(mount.resolve(name).toString()), Lsn.LATEST);
  }

  /** Returns the files below the mount among the ancestors of a file. */
  public Set<String> ancestors(String name) {
    LineageReader reader = reader();
    LineageQuery query =
        LineageQuery.builder()
            .root(Root.object(object(name)))
            .dataOnly(true)
            .includeCode(false)
            .build();
    Set<String> names = new TreeSet<>();
    for (LineageNode node : new LineageEngine(reader).collect(query).nodes()) {
      if (!node.isProcess() && node.id() != object(name)) {
        names.addAll(namesOf(reader, node.id()));
      }
    }
    return names;
  }

  private List<String> namesOf(LineageReader reader, long object) {
    List<String> names = new ArrayList<>();
    for (NameBinding binding : reader.namesOf(object)) {
      String path = binding.path().display();
      if (path.startsWith(mount + "/")) {
        names.add(path.substring(mount.toString().length() + 1));
      }
    }
    return names;
  }

  @Override
  public void close() {
    kernel.close();
    handle
        .failure()
        .ifPresent(
            failure -> {
              throw new AssertionError("the reporter failed", failure);
            });
  }
}

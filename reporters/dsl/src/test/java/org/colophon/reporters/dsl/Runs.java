// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;

/** A kernel with a store in memory, and queries for tests. */
public final class Runs implements AutoCloseable {
  public final Kernel kernel;
  private final LineageReader reader;

  public Runs(java.nio.file.Path directory) {
    StorageAdapterFactory memory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    kernel = Kernel.open(KernelConfig.builder(directory).adapter(AdapterConfig.of(memory)).build());
    reader = kernel.reader("memory");
  }

  /** Attaches a reporter, without waiting for it. */
  public ReporterHandle attach(String name, Map<String, String> options) {
    ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get(name);
    return kernel.attach(name, factory.create(options), SinkOptions.DEFAULT);
  }

  /** Runs a reporter to its end, and stores its operations. */
  public void run(String name, Map<String, String> options) {
    ReporterHandle handle = attach(name, options);
    handle.await();
    handle.failure().ifPresent(Runs::rethrow);
    kernel.drain();
  }

  private static void rethrow(Throwable failure) {
    if (failure instanceof RuntimeException known) {
      throw known;
    }
    throw new AssertionError(failure);
  }

  /** Returns the stored graph. It stays readable after {@link #settle}. */
  public LineageReader reader() {
    return reader;
  }

  /** Closes the kernel; its store can still be queried. */
  public void settle() {
    kernel.close();
  }

  public LineageEngine engine() {
    return new LineageEngine(reader);
  }

  public long object(String name) {
    return reader.resolve(Bytes.of(name), Lsn.LATEST);
  }

  /** Returns the names of all ancestors of the object with a name, without the object itself. */
  public Set<String> ancestors(String name) {
    long object = object(name);
    Lineage lineage = engine().collect(LineageQuery.builder().root(Root.object(object)).build());
    return names(lineage.nodes());
  }

  private static Set<String> names(List<LineageNode> nodes) {
    Set<String> names = new TreeSet<>();
    for (LineageNode node : nodes) {
      if (node.depth() > 0) {
        names.add(node.name().display());
      }
    }
    return names;
  }

  /** Waits until a condition is true; fails after a time limit. */
  public static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("timed out while waiting for: " + what);
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    kernel.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.truth;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;

/** A store with one adapter, and the queries that tests run on it. */
final class TruthStore implements AutoCloseable {
  private final String adapter;
  private final Kernel kernel;

  TruthStore(Path directory, String adapter, int maxOpenIntervals) {
    this.adapter = adapter;
    StorageAdapterFactory factory = new PluginLoader<>(StorageAdapterFactory.class).get(adapter);
    this.kernel =
        Kernel.open(
            KernelConfig.builder(directory)
                .adapter(new AdapterConfig(adapter, factory, Map.of()))
                .maxOpenIntervals(maxOpenIntervals)
                .build());
  }

  Kernel kernel() {
    return kernel;
  }

  OperationSink newSink(boolean keepAll) {
    return kernel.newSink("truth", new SinkOptions(keepAll, OverloadPolicy.BLOCK));
  }

  LineageReader reader() {
    return kernel.reader(adapter);
  }

  /**
   * Returns the objects among the ancestors or descendants of an object. Excludes the object
   * itself.
   */
  static Set<Long> related(
      LineageReader reader, long object, long asOfLsn, Direction direction, boolean dataOnly) {
    LineageQuery query =
        LineageQuery.builder()
            .root(Root.object(object, asOfLsn))
            .direction(direction)
            .asOfLsn(asOfLsn)
            .dataOnly(dataOnly)
            .includeCode(false)
            .build();
    Lineage lineage = new LineageEngine(reader).collect(query);
    Set<Long> related = new TreeSet<>();
    for (LineageNode node : lineage.nodes()) {
      if (!node.isProcess() && node.depth() > 0) {
        related.add(node.id());
      }
    }
    related.remove(object);
    return related;
  }

  /** Returns the processes with losses that the lineage of an object crosses. */
  static Set<Long> lost(LineageReader reader, long object, Direction direction) {
    LineageQuery query =
        LineageQuery.builder().root(Root.object(object)).direction(direction).build();
    Set<Long> lost = new TreeSet<>();
    new LineageEngine(reader)
        .collect(query)
        .summary()
        .gaps()
        .forEach(gap -> lost.add(gap.process()));
    return lost;
  }

  @Override
  public void close() {
    kernel.close();
  }
}

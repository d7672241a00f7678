// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import java.util.Set;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;

/** Creates adapters that draw everything into a DOT file. */
public final class GraphvizStorageAdapterFactory extends NamedPlugin
    implements StorageAdapterFactory {
  /** The adapter's name. */
  public static final String NAME = "graphviz";

  public GraphvizStorageAdapterFactory() {
    super(NAME, "keeps a DOT file for Graphviz up to date; write only", GraphvizConfig.OPTIONS);
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of(StorageCapability.DURABLE);
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    return new GraphvizStorageAdapter(GraphvizConfig.of(config));
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    throw GraphvizStorageAdapter.onlyWrites();
  }
}

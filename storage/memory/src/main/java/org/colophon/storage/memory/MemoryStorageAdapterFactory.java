// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.memory;

import java.util.List;
import java.util.Set;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.common.AdapterOptions;

/** Creates adapters that keep everything in memory and nothing on disk. */
public final class MemoryStorageAdapterFactory extends NamedPlugin
    implements StorageAdapterFactory {
  /** The adapter's name. */
  public static final String NAME = "memory";

  public MemoryStorageAdapterFactory() {
    super(NAME, "keeps everything in memory; gone when the program ends", List.of());
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of(StorageCapability.READ);
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    AdapterOptions.of(NAME, options(), Set.of(), config);
    return new MemoryStorageAdapter();
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    AdapterOptions.of(NAME, options(), Set.of(), config);
    throw ErrorCode.NOT_FOUND.exception(
        "the memory adapter has no files to open; read through the adapter that writes it, or use"
            + " another adapter");
  }
}

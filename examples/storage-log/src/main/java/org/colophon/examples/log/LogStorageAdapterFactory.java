// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.log;

import java.util.List;
import java.util.Set;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;

/** Makes adapters that append to a text file. */
public final class LogStorageAdapterFactory implements StorageAdapterFactory {
  /** Constructor for {@link java.util.ServiceLoader}. */
  public LogStorageAdapterFactory() {}

  @Override
  public String name() {
    return "log";
  }

  @Override
  public String description() {
    return "appends every record to a text file; write only";
  }

  @Override
  public List<PluginOption> options() {
    return List.of();
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of(StorageCapability.DURABLE);
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    if (!config.options().isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the log adapter takes no options, but was given " + config.options().keySet());
    }
    return new LogStorageAdapter(config.directory());
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    throw LogStorageAdapter.onlyWrites();
  }
}

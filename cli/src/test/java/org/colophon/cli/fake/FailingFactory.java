// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.fake;

import java.util.List;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;

/** An engine that opens successfully and fails at the first batch. */
public final class FailingFactory implements StorageAdapterFactory {
  /** Name of the engine. */
  public static final String NAME = "failing";

  /** Used by {@link java.util.ServiceLoader}. */
  public FailingFactory() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "stores nothing";
  }

  @Override
  public List<PluginOption> options() {
    return List.of();
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of();
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    return new Failing();
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    throw unreadable();
  }

  private static ColophonException unreadable() {
    return new ColophonException(ErrorCode.NOT_FOUND, "there is nothing to read");
  }

  private static final class Failing implements StorageAdapter {
    @Override
    public void open() {}

    @Override
    public long heldLsn() {
      return 0;
    }

    @Override
    public void append(RecordBatch batch) {
      throw new ColophonException(ErrorCode.IO_FAILED, "the tape is torn");
    }

    @Override
    public void flush() {}

    @Override
    public long sync() {
      return 0;
    }

    @Override
    public LineageReader reader() {
      throw unreadable();
    }

    @Override
    public void close() {}
  }
}

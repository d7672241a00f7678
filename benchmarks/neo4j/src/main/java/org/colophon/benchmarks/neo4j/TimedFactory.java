package org.colophon.benchmarks.neo4j;

import java.util.List;
import java.util.Set;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;

/**
 * Passes everything on, and knows when its adapter was open: before that Neo4j starts, which takes
 * seconds, and right after it a kernel begins to feed.
 */
final class TimedFactory implements StorageAdapterFactory {
  private final StorageAdapterFactory factory;
  private volatile long openedNanos;

  TimedFactory(StorageAdapterFactory factory) {
    this.factory = factory;
  }

  /** When its adapter was open, as {@link System#nanoTime}. */
  long openedNanos() {
    return openedNanos;
  }

  @Override
  public String name() {
    return factory.name();
  }

  @Override
  public String description() {
    return factory.description();
  }

  @Override
  public List<PluginOption> options() {
    return factory.options();
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return factory.capabilities();
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    return new Timed(factory.create(config));
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    return factory.openReader(config);
  }

  private final class Timed implements StorageAdapter {
    private final StorageAdapter adapter;

    Timed(StorageAdapter adapter) {
      this.adapter = adapter;
    }

    @Override
    public void open() {
      adapter.open();
      openedNanos = System.nanoTime();
    }

    @Override
    public long heldLsn() {
      return adapter.heldLsn();
    }

    @Override
    public void append(RecordBatch batch) {
      adapter.append(batch);
    }

    @Override
    public void flush() {
      adapter.flush();
    }

    @Override
    public long sync() {
      return adapter.sync();
    }

    @Override
    public LineageReader reader() {
      return adapter.reader();
    }

    @Override
    public void close() {
      adapter.close();
    }
  }
}

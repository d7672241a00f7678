package org.colophon.testing.contract;

import java.util.List;
import java.util.Set;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.Predecessor;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;

/**
 * An engine that calls a hook before the steps {@code create}, {@code open}, {@code append}, {@code
 * sync}, {@code takeOver} and {@code close} of its adapters.
 */
public record HookedFactory(StorageAdapterFactory engine, Hook hook)
    implements StorageAdapterFactory {
  /** Called on the thread of the step; may wait or throw. */
  public interface Hook {
    void before(String step, StorageConfig adapter);
  }

  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public String description() {
    return engine.description();
  }

  @Override
  public List<PluginOption> options() {
    return engine.options();
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return engine.capabilities();
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    hook.before("create", config);
    return new Hooked(engine.create(config), config, hook);
  }

  @Override
  public StorageAdapter createReplacement(StorageConfig config, Predecessor predecessor) {
    hook.before("create", config);
    return new Hooked(engine.createReplacement(config, predecessor), config, hook);
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    return engine.openReader(config);
  }

  private record Hooked(StorageAdapter adapter, StorageConfig config, Hook hook)
      implements StorageAdapter {
    @Override
    public void open() {
      hook.before("open", config);
      adapter.open();
    }

    @Override
    public long heldLsn() {
      return adapter.heldLsn();
    }

    @Override
    public void append(RecordBatch batch) {
      hook.before("append", config);
      adapter.append(batch);
    }

    @Override
    public void flush() {
      adapter.flush();
    }

    @Override
    public long sync() {
      hook.before("sync", config);
      return adapter.sync();
    }

    @Override
    public LineageReader reader() {
      return adapter.reader();
    }

    @Override
    public void takeOver() {
      hook.before("takeOver", config);
      adapter.takeOver();
    }

    @Override
    public void close() {
      hook.before("close", config);
      adapter.close();
    }
  }
}

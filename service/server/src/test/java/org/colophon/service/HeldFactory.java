package org.colophon.service;

import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.HookedFactory;

/** A test adapter that blocks while a test holds {@link #GATE}. */
public final class HeldFactory implements StorageAdapterFactory {
  static final ReentrantLock GATE = new ReentrantLock();

  private final MemoryStorageAdapterFactory memory = new MemoryStorageAdapterFactory();

  @Override
  public String name() {
    return "held";
  }

  @Override
  public String description() {
    return "is far behind when it is told to";
  }

  @Override
  public List<PluginOption> options() {
    return List.of();
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return memory.capabilities();
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    return memory.openReader(config);
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    return new HookedFactory(memory, (step, adapter) -> awaitGate(step)).create(config);
  }

  private static void awaitGate(String step) {
    if (step.equals("append")) {
      GATE.lock();
      GATE.unlock();
    }
  }
}

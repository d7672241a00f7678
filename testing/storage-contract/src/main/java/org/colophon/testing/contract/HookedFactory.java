// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.Predecessor;
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
  private static final Set<String> STEPS = Set.of("open", "append", "sync", "takeOver", "close");

  /** Hook that is called on the thread of the step. It may wait or throw. */
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
    return hooked(engine.create(config), config);
  }

  @Override
  public StorageAdapter createReplacement(StorageConfig config, Predecessor predecessor) {
    hook.before("create", config);
    return hooked(engine.createReplacement(config, predecessor), config);
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    return engine.openReader(config);
  }

  private StorageAdapter hooked(StorageAdapter adapter, StorageConfig config) {
    return (StorageAdapter)
        Proxy.newProxyInstance(
            HookedFactory.class.getClassLoader(),
            new Class<?>[] {StorageAdapter.class},
            (proxy, method, arguments) -> {
              if (STEPS.contains(method.getName())) {
                hook.before(method.getName(), config);
              }
              try {
                return method.invoke(adapter, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}

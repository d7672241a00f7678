// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.HookedFactory;

/**
 * A test adapter that blocks while a test holds {@link #GATE}. Its readers count their calls, and
 * are slow when a test sets {@link #isSlow}.
 */
public final class HeldFactory implements StorageAdapterFactory {
  static final ReentrantLock GATE = new ReentrantLock();
  static final AtomicLong READS = new AtomicLong();
  static volatile boolean isSlow;

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
    StorageAdapter adapter =
        new HookedFactory(memory, (step, unused) -> awaitGate(step)).create(config);
    return proxy(
        StorageAdapter.class,
        (method, arguments) -> {
          Object result = method.invoke(adapter, arguments);
          return result instanceof LineageReader reader ? counted(reader) : result;
        });
  }

  private static LineageReader counted(LineageReader reader) {
    return proxy(
        LineageReader.class,
        (method, arguments) -> {
          READS.incrementAndGet();
          if (isSlow) {
            LockSupport.parkNanos(1_000_000);
          }
          Object result = method.invoke(reader, arguments);
          return result instanceof LineageReader view ? counted(view) : result;
        });
  }

  private interface Call {
    Object of(Method method, Object[] arguments) throws ReflectiveOperationException;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          try {
            return call.of(method, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static void awaitGate(String step) {
    if (step.equals("append")) {
      GATE.lock();
      GATE.unlock();
    }
  }
}

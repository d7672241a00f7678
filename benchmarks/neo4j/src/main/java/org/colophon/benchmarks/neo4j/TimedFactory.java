// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;

/**
 * Wrapper of Neo4j's factory that records when the adapter is open. Starting Neo4j takes seconds;
 * immediately afterwards, the kernel begins to feed the adapter.
 *
 * @param factory the factory for a kernel
 * @param openedNanos time of opening by {@link System#nanoTime}; 0 before it
 */
record TimedFactory(StorageAdapterFactory factory, AtomicLong openedNanos) {
  static TimedFactory ofNeo4j() {
    AtomicLong openedNanos = new AtomicLong();
    StorageAdapterFactory neo4j = new Neo4jStorageAdapterFactory();
    return new TimedFactory(timed(StorageAdapterFactory.class, neo4j, openedNanos), openedNanos);
  }

  private static <T> T timed(Class<T> type, T target, AtomicLong openedNanos) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Object result;
              try {
                result = method.invoke(target, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (method.getName().equals("open")) {
                openedNanos.set(System.nanoTime());
              }
              return result instanceof StorageAdapter adapter
                  ? timed(StorageAdapter.class, adapter, openedNanos)
                  : result;
            });
    return type.cast(proxy);
  }
}

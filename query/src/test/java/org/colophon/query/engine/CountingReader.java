package org.colophon.query.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.model.AccessMode;
import org.colophon.core.spi.storage.LineageReader;

/** Counts how often a reader is asked for accesses that lineage follows. */
final class CountingReader {
  private CountingReader() {}

  static LineageReader of(LineageReader reader, AtomicLong asked) {
    return (LineageReader)
        Proxy.newProxyInstance(
            CountingReader.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              boolean isAccess = method.getName().startsWith("accessesOf");
              if (isAccess && (int) arguments[1] != AccessMode.AGENT.bit()) {
                asked.incrementAndGet();
              }
              try {
                return method.invoke(reader, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}

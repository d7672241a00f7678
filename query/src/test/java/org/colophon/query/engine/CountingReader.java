// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import org.colophon.core.model.AccessMode;
import org.colophon.core.spi.storage.LineageReader;

/** Counts selected calls of a reader. */
final class CountingReader {
  private CountingReader() {}

  /** Returns a reader that counts the requests for accesses that lineage follows. */
  static LineageReader of(LineageReader reader, AtomicLong asked) {
    return of(
        reader,
        asked,
        (method, arguments) ->
            method.startsWith("accessesOf") && (int) arguments[1] != AccessMode.AGENT.bit());
  }

  /** Returns a reader that counts the requests for extended records. */
  static LineageReader ofExtended(LineageReader reader, AtomicLong asked) {
    return of(reader, asked, (method, arguments) -> method.equals("extendedRecords"));
  }

  private static LineageReader of(
      LineageReader reader, AtomicLong asked, BiPredicate<String, Object[]> counts) {
    return (LineageReader)
        Proxy.newProxyInstance(
            CountingReader.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              if (counts.test(method.getName(), arguments)) {
                asked.incrementAndGet();
              }
              try {
                Object result = method.invoke(reader, arguments);
                return result instanceof LineageReader view ? of(view, asked, counts) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}

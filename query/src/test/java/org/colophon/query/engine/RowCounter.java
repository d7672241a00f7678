// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.spi.storage.LineageReader;

/** Counts the facts that a reader returns: calls of visitors and elements of lists. */
final class RowCounter {
  private final AtomicLong rows = new AtomicLong();

  long rows() {
    return rows.get();
  }

  LineageReader of(LineageReader reader) {
    return counted(
        LineageReader.class,
        (method, arguments) -> {
          Object[] passed = arguments == null ? null : arguments.clone();
          for (int i = 0; passed != null && i < passed.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            if (type.getSimpleName().endsWith("Visitor")) {
              passed[i] = visitor(type, passed[i]);
            }
          }
          Object answer = method.invoke(reader, passed);
          rows.addAndGet(answer instanceof Collection<?> all ? all.size() : 0);
          return answer instanceof LineageReader view ? of(view) : answer;
        });
  }

  private Object visitor(Class<?> type, Object visitor) {
    return counted(
        type,
        (method, arguments) -> {
          rows.incrementAndGet();
          return method.invoke(visitor, arguments);
        });
  }

  private static <T> T counted(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            RowCounter.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return call.of(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private interface Call {
    Object of(Method method, Object[] arguments) throws ReflectiveOperationException;
  }
}

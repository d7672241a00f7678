// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.lang.reflect.Proxy;
import java.util.List;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StoreStatistics;

/** A reader without content that only has a visible LSN. */
final class EmptyReader {
  private EmptyReader() {}

  static LineageReader atLsn(long lsn) {
    return (LineageReader)
        Proxy.newProxyInstance(
            EmptyReader.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              Class<?> type = method.getReturnType();
              if (method.getName().equals("visibleLsn")) {
                return lsn;
              }
              if (type == LineageReader.class) {
                return proxy;
              }
              if (type == StoreStatistics.class) {
                return new StoreStatistics(0, 0, 0, 0);
              }
              return type == long.class ? (Object) 0L : type == List.class ? List.of() : null;
            });
  }
}

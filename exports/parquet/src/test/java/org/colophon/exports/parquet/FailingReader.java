// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.colophon.core.spi.storage.LineageReader;

/** A reader of which one method fails. */
final class FailingReader {
  private FailingReader() {}

  static LineageReader of(LineageReader reader, String failing, RuntimeException failure) {
    return (LineageReader)
        Proxy.newProxyInstance(
            FailingReader.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals(failing)) {
                throw failure;
              }
              if (method.getName().equals("forScan")) {
                return proxy;
              }
              try {
                return method.invoke(reader, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}

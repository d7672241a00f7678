// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.colophon.core.spi.storage.LineageReader;

/** A reader that fails after its statement was terminated. */
final class WatchedReader implements InvocationHandler {
  private final LineageReader reader;
  private final Runnable check;

  private WatchedReader(LineageReader reader, Runnable check) {
    this.reader = reader;
    this.check = check;
  }

  /**
   * @param check throws after the statement was terminated
   */
  static LineageReader of(LineageReader reader, Runnable check) {
    return (LineageReader)
        Proxy.newProxyInstance(
            LineageReader.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            new WatchedReader(reader, check));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    check.run();
    try {
      Object result = method.invoke(reader, arguments);
      return result instanceof LineageReader view ? of(view, check) : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}

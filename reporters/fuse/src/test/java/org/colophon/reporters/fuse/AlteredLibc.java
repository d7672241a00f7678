// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.colophon.reporters.common.os.Libc;
import org.colophon.reporters.common.os.Os;

/** The C library with altered functions, for example with an action before a call. */
public final class AlteredLibc {
  private AlteredLibc() {}

  /** The original function. */
  public interface Function {
    Object call() throws Throwable;
  }

  /** Replacement of each function, which may call the original. */
  public interface Alteration {
    Object call(String name, Object[] arguments, Function real) throws Throwable;
  }

  /** Returns a system whose C library is altered. */
  public static Os of(Os real, Alteration alteration) {
    return real.with(
        (Libc)
            Proxy.newProxyInstance(
                Libc.class.getClassLoader(),
                new Class<?>[] {Libc.class},
                (proxy, method, arguments) -> {
                  Function function =
                      () -> {
                        try {
                          return method.invoke(real.libc, arguments);
                        } catch (InvocationTargetException e) {
                          throw e.getCause();
                        }
                      };
                  return alteration.call(method.getName(), arguments, function);
                }));
  }
}

package org.colophon.cli.command;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the keys that interrupt or quit from ending the JVM while a command runs in the foreground:
 * the terminal sends these signals to the command as well, and whether it ends is its own affair.
 * Everything is as before after {@link #restore}.
 *
 * <p>{@code sun.misc.Signal} is the only way; it is reached by reflection because the compiler
 * warns of it in a way that cannot be suppressed. Where it is not there, signals end the JVM as
 * usual.
 */
final class TerminalSignals {
  private final List<Object[]> replaced = new ArrayList<>();
  private Method handle;

  /** Ignores SIGINT and SIGQUIT from now on. */
  TerminalSignals() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      handle = signal.getMethod("handle", signal, handler);
      InvocationHandler nothing = (proxy, method, args) -> null;
      Object ignoring =
          Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, nothing);
      for (String name : List.of("INT", "QUIT")) {
        Object one = signal.getConstructor(String.class).newInstance(name);
        replaced.add(new Object[] {one, handle.invoke(null, one, ignoring)});
      }
    } catch (ReflectiveOperationException e) {
      // SIGQUIT belongs to the JVM's thread dump, unless -Xrs is given: then only SIGINT is ours.
    }
  }

  /** Puts back what was there before. */
  void restore() {
    for (Object[] each : replaced) {
      try {
        handle.invoke(null, each);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot restore a signal's handler", e);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.command;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Keeps this process alive while a command runs, so that it can return the command's status.
 * Ignores SIGINT and SIGQUIT, which the terminal also sends to the command. Forwards SIGTERM and
 * SIGHUP. {@link #close} restores the previous handlers.
 *
 * <p>Uses {@code sun.misc.Signal} by reflection. Without it signals keep their default effect.
 */
public final class SignalForwarder implements AutoCloseable {
  /** Previous handlers by signal. */
  private final Map<Object, Object> before = new LinkedHashMap<>();

  /** Null before the first signal. */
  private @Nullable Method handle;

  private SignalForwarder() {}

  /**
   * Installs handlers until closed.
   *
   * @param isWanted whether to install handlers
   * @param target receives the names of forwarded signals
   */
  public static SignalForwarder of(boolean isWanted, Consumer<String> target) {
    SignalForwarder forwarder = new SignalForwarder();
    if (isWanted) {
      forwarder.install("INT", name -> {});
      forwarder.install("QUIT", name -> {});
      forwarder.install("TERM", target);
      forwarder.install("HUP", target);
    }
    return forwarder;
  }

  private void install(String name, Consumer<String> target) {
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      handle = signalType.getMethod("handle", signalType, handlerType);
      Object signal = signalType.getConstructor(String.class).newInstance(name);
      Object old = handle.invoke(null, signal, handler(handlerType, name, target));
      if (old != null) {
        before.put(signal, old);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // This JVM or its options (-Xrs) do not allow handlers.
      System.getLogger(SignalForwarder.class.getName())
          .log(System.Logger.Level.DEBUG, "SIG" + name + " is not forwarded", e);
    }
  }

  private static Object handler(Class<?> type, String name, Consumer<String> target) {
    InvocationHandler body =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "handle" -> {
                target.accept(name);
                yield null;
              }
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> "forwarder of SIG" + name;
            };
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, body);
  }

  @Override
  public void close() {
    before.forEach(
        (signal, old) -> {
          try {
            if (handle != null) {
              handle.invoke(null, signal, old);
            }
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot restore " + signal, e);
          }
        });
    before.clear();
  }

  /** Sends a signal, whose name has no SIG prefix. Ignores processes that have ended. */
  public static void send(String name, long pid) {
    try {
      Process kill =
          new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      kill.waitFor();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot send SIG" + name + " to " + pid + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

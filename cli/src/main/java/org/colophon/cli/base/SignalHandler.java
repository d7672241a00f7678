// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jline.utils.Signals;

/** Redirects termination signals to a callback until closed. */
public final class SignalHandler implements AutoCloseable {
  private final Deque<Runnable> undo = new ArrayDeque<>();

  private SignalHandler() {}

  /**
   * Handles SIGINT, SIGTERM and SIGHUP.
   *
   * @param callback runs on a separate thread for each signal
   */
  public static SignalHandler onTermination(Runnable callback) {
    SignalHandler signals = new SignalHandler();
    for (String signal : List.of("INT", "TERM", "HUP")) {
      Object before = Signals.register(signal, callback);
      signals.undo.push(() -> Signals.unregister(signal, before));
    }
    return signals;
  }

  @Override
  public void close() {
    undo.forEach(Runnable::run);
  }
}

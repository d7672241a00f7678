package org.colophon.cli.base;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jline.utils.Signals;

/** While it is open, what asks this process to end asks something else instead. */
public final class EndSignals implements AutoCloseable {
  private final Deque<Runnable> undo = new ArrayDeque<>();

  private EndSignals() {}

  /**
   * Listens to SIGINT, SIGTERM and SIGHUP.
   *
   * @param told called on a thread of its own, each time
   */
  public static EndSignals telling(Runnable told) {
    EndSignals signals = new EndSignals();
    for (String signal : List.of("INT", "TERM", "HUP")) {
      Object before = Signals.register(signal, told);
      signals.undo.push(() -> Signals.unregister(signal, before));
    }
    return signals;
  }

  @Override
  public void close() {
    undo.forEach(Runnable::run);
  }
}

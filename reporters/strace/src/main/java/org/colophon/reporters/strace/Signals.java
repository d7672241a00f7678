package org.colophon.reporters.strace;

import java.io.IOException;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Sends signals that Java has no way to send. */
final class Signals {
  private Signals() {}

  /** Sends a signal, named without SIG; a process that is gone already is no failure. */
  static void send(String name, long pid) {
    try {
      Process kill =
          new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      kill.waitFor();
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot send SIG" + name + " to " + pid + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

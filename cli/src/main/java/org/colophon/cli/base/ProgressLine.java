// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.cli.output.Console;

/** Shows progress on the terminal. Writes to standard error four times a second until closed. */
public final class ProgressLine implements AutoCloseable {
  private static final long PERIOD_MILLIS = 250;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Console console;
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread thread;

  /**
   * Starts to show a text if standard error is a terminal.
   *
   * @param text returns the current text; called on another thread
   */
  public ProgressLine(Console console, Supplier<String> text) {
    this.console = console;
    thread = new Thread(() -> show(text), "colophon-progress");
    thread.setDaemon(true);
    if (console.isErrTerminal()) {
      thread.start();
    }
  }

  private void show(Supplier<String> text) {
    try {
      while (!done.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        print(console, text.get());
      }
      print(console, "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Replaces the current line of the terminal by a text. */
  public static void print(Console console, String text) {
    if (console.isErrTerminal()) {
      console.err().print(CLEAR_LINE + text);
      console.err().flush();
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

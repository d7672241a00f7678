package org.colophon.cli.store;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.cli.output.Console;
import org.colophon.core.retention.PruneProgress;
import org.colophon.query.text.DisplayText;

/** Shows on a terminal how far a pruning is; elsewhere nothing. */
public final class PruneProgressLine {
  private static final long PERIOD_MILLIS = 250;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Console console;
  private final Supplier<Optional<PruneProgress>> progress;
  private final CountDownLatch done = new CountDownLatch(1);
  private Thread thread;

  private PruneProgressLine(Console console, Supplier<Optional<PruneProgress>> progress) {
    this.console = console;
    this.progress = progress;
  }

  static PruneProgressLine begin(Console console, Supplier<Optional<PruneProgress>> progress) {
    PruneProgressLine line = new PruneProgressLine(console, progress);
    if (console.isErrTerminal()) {
      line.thread = new Thread(line::show, "colophon-progress");
      line.thread.setDaemon(true);
      line.thread.start();
    }
    return line;
  }

  private void show() {
    try {
      while (!done.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        progress.get().ifPresent(now -> print(describe(now)));
      }
      print("");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void print(String text) {
    console.err().print(CLEAR_LINE + text);
    console.err().flush();
  }

  /** One line, such as {@code writing: 40,000 of 120,000 records (33 %)}. */
  static String describe(PruneProgress now) {
    String stage = now.stage().text();
    if (!now.adapter().isEmpty()) {
      stage = now.adapter() + ": " + stage;
    }
    if (now.total() == 0) {
      return stage;
    }
    return "%s: %s of %s records (%d %%)"
        .formatted(
            stage,
            DisplayText.count(now.done()),
            DisplayText.count(now.total()),
            100 * now.done() / now.total());
  }

  /** Takes the line away. */
  void end() {
    done.countDown();
    try {
      if (thread != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

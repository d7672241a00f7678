package org.colophon.cli.base;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.cli.config.Progress;
import org.colophon.cli.output.Console;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.query.text.DisplayText;

/** Shows on a terminal how far an adapter is that is filled or catches up; elsewhere nothing. */
public final class AdapterProgress implements Progress {
  private static final long PERIOD_MILLIS = 250;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Console console;

  public AdapterProgress(Console console) {
    this.console = console;
  }

  @Override
  public Watch watch(Supplier<AdapterStatus> status) {
    if (!console.isErrTerminal()) {
      return NONE.watch(status);
    }
    CountDownLatch done = new CountDownLatch(1);
    Thread thread = new Thread(() -> show(status, done), "colophon-progress");
    thread.setDaemon(true);
    thread.start();
    return () -> end(done, thread);
  }

  private void show(Supplier<AdapterStatus> status, CountDownLatch done) {
    boolean isShown = false;
    try {
      while (!done.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        print(describe(status.get()));
        isShown = true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (isShown) {
      print("");
    }
  }

  private void print(String text) {
    console.err().print(CLEAR_LINE + text);
    console.err().flush();
  }

  /** One line, such as {@code filling neo4j: 40,000 of 120,000 records (33 %)}. */
  public static String describe(AdapterStatus status) {
    if (status.state() == AdapterState.FILLING) {
      long all = Math.max(status.filledRecords(), status.recordsToFill());
      String share = all == 0 ? "" : " (%d %%)".formatted(100 * status.filledRecords() / all);
      return "filling %s: %s of %s records%s"
          .formatted(
              status.name(),
              DisplayText.count(status.filledRecords()),
              DisplayText.count(all),
              share);
    }
    return "bringing %s up to date: LSN %s"
        .formatted(status.name(), DisplayText.count(status.appendedLsn()));
  }

  private static void end(CountDownLatch done, Thread thread) {
    done.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

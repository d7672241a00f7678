// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.colophon.reporters.common.follow.PollBackoff;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.replay.Replay;

/** Moves records from a source to a replay. One thread, except the stop. */
final class EventLoop {
  private final PollBackoff backoff;
  private volatile TraceCounts counts = new TraceCounts(0, 0, 0);

  private EventLoop(long minWaitMillis, long maxWaitMillis) {
    this.backoff =
        new PollBackoff(
            TimeUnit.MILLISECONDS.toNanos(minWaitMillis),
            TimeUnit.MILLISECONDS.toNanos(maxWaitMillis));
  }

  /**
   * Creates a loop that polls every 4 to 16 ms. A wake-up costs more than the few records of a
   * millisecond. A longer wait would miss more files and programs that exist only for a moment. The
   * end of the command ends the wait.
   */
  static EventLoop ofCommand() {
    return new EventLoop(4, 16);
  }

  /**
   * Creates a loop that polls every 20 to 50 ms. On an idle host, a wake-up costs more than the few
   * records. Between two polls, the buffer has space for three million records a second.
   */
  static EventLoop ofHost() {
    return new EventLoop(20, 50);
  }

  /**
   * Replays records until the traced processes have ended and no record is left. A stop takes
   * effect also on a host that is never quiet.
   */
  void run(EventSource source, Replay replay, Runnable flush, BooleanSupplier hasEnded) {
    EventReplay events = new EventReplay(replay);
    boolean isLast = false;
    while (true) {
      boolean isBusy = source.drain(events) > 0;
      if (isLast && !isBusy) {
        break;
      } else if (isBusy && (isLast || !backoff.isStopped())) {
        backoff.reset();
      } else {
        flush.run();
        isLast = hasEnded.getAsBoolean();
        if (isLast) {
          source.detach();
        } else {
          backoff.await();
        }
      }
    }
    long lost = source.lost();
    events.end(lost);
    counts = new TraceCounts(source.emitted(), source.consumed(), lost);
  }

  /** Ends the current wait. Any thread. */
  void stop() {
    backoff.stop();
  }

  /** Returns the final counts of records. */
  TraceCounts counts() {
    return counts;
  }
}

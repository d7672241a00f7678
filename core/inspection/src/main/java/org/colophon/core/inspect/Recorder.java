// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.lang.System.Logger.Level;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.colophon.core.spi.inspect.Finding;
import org.jspecify.annotations.Nullable;

/**
 * Passes findings to an output on a thread of its own, because a sink belongs to one thread and may
 * wait for the ring.
 */
final class Recorder implements Runnable {
  private static final int CAPACITY = 1_024;
  private static final long POLL_MILLIS = 100;

  private final Supplier<FindingOutput> outputs;
  private final BlockingQueue<Entry> queue = new ArrayBlockingQueue<>(CAPACITY);
  private final LongAdder queued = new LongAdder();
  private final LongAdder done = new LongAdder();
  private volatile boolean isClosing;
  private boolean isBroken;

  Recorder(Supplier<FindingOutput> outputs) {
    this.outputs = outputs;
  }

  private record Entry(Inspection inspection, Finding finding) {}

  /** Queues a finding. Waits if the queue is full. */
  void record(Inspection inspection, Finding finding) throws InterruptedException {
    queued.increment();
    try {
      queue.put(new Entry(inspection, finding));
    } catch (InterruptedException e) {
      done.increment();
      throw e;
    }
  }

  /** Queues a failure record without waiting. If the queue is full, only counts it. */
  void offer(InspectionFailure loss) {
    queued.increment();
    if (!queue.offer(new Entry(loss.inspection(), loss.finding()))) {
      done.increment();
    }
  }

  /** Returns true if all queued findings were handed over. */
  boolean isIdle() {
    long finished = done.sum();
    return finished == queued.sum();
  }

  /** Requests the thread to end when the queue is empty. */
  void close() {
    isClosing = true;
  }

  @Override
  public void run() {
    FindingOutput output = outputs.get();
    int unflushed = 0;
    while (!isClosing || !queue.isEmpty() || unflushed > 0) {
      Entry entry = next(unflushed > 0);
      if (entry != null) {
        guarded(() -> output.found(entry.inspection(), entry.finding()));
        unflushed++;
      } else if (unflushed > 0) {
        guarded(output::flush);
        done.add(unflushed);
        unflushed = 0;
        pause();
      }
    }
  }

  /** Collects findings for a moment, so that inspector threads wake this thread only once. */
  private void pause() {
    try {
      Thread.sleep(isClosing ? 0 : InspectorThread.NAP_MILLIS);
    } catch (InterruptedException e) {
      isClosing = true;
    }
  }

  private @Nullable Entry next(boolean isInHurry) {
    try {
      return isInHurry ? queue.poll() : queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      isClosing = true;
      return null;
    }
  }

  /** Runs an action and ignores the error of a closed kernel, so that files are still released. */
  private void guarded(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      if (!isBroken) {
        isBroken = true;
        System.getLogger(Recorder.class.getName())
            .log(Level.WARNING, "findings of inspectors cannot be recorded: " + e.getMessage());
      }
    }
  }
}

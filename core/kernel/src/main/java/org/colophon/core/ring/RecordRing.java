// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.ring;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.colophon.core.error.ColophonException;

/**
 * Ring with many publishing threads and one consuming thread, the kernel's.
 *
 * <p>An operation's LSN is its ring sequence plus a base fixed at start. Publishers know it as soon
 * as they have claimed their slots, and the order of claims is the total order. Slots are claimed
 * and published in ranges: one atomic operation and one wake-up for many operations. The wait
 * strategy blocks when idle, since a spinning consumer would take a core from traced programs.
 */
public final class RecordRing {
  private static final long IDLE_MILLIS = 50;

  private final RingBuffer<RecordEvent> ring;
  private final BatchEventProcessor<RecordEvent> processor;
  private final Thread thread;
  private final long baseLsn;
  private final long halfMask;

  /**
   * Constructs a ring that is not started.
   *
   * @param slots its capacity, a power of two
   * @param firstLsn the LSN of the first operation
   * @param handler called on the ring's own thread
   */
  public RecordRing(int slots, long firstLsn, RecordHandler handler) {
    this(
        slots,
        firstLsn,
        handler,
        isPublished -> new ParkThenBlockWaitStrategy(IDLE_MILLIS, isPublished));
  }

  /**
   * Constructs a ring with another wait strategy; for tests.
   *
   * @param waiting creates the wait strategy, given a predicate that is true if a claimed slot is
   *     published
   */
  RecordRing(
      int slots,
      long firstLsn,
      RecordHandler handler,
      Function<LongPredicate, WaitStrategy> waiting) {
    this.baseLsn = firstLsn;
    this.halfMask = slots / 2 - 1L;
    this.ring =
        RingBuffer.createMultiProducer(RecordEvent::new, slots, waiting.apply(this::isPublished));
    this.processor =
        new BatchEventProcessorBuilder().build(ring, ring.newBarrier(), new Consumer(handler));
    processor.setExceptionHandler(new FailureHandler(handler));
    ring.addGatingSequences(processor.getSequence());
    this.thread = new Thread(processor, "colophon-kernel");
    thread.setDaemon(true);
  }

  private boolean isPublished(long sequence) {
    return ring.isAvailable(sequence);
  }

  public void start() {
    thread.start();
  }

  /** Stops the consumer after it has handled everything published, and waits for it. */
  public void stop() {
    try {
      long last = ring.getCursor();
      while (thread.isAlive() && processor.getSequence().get() < last) {
        thread.join(1);
      }
      while (thread.isAlive()) {
        processor.halt();
        thread.join(10);
      }
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("stopping the ring", e);
    }
  }

  public int slots() {
    return ring.getBufferSize();
  }

  /** Returns the last claimed LSN; every earlier published operation is at or below it. */
  public long lastLsn() {
    return baseLsn + ring.getCursor();
  }

  /** Ends the consumer's nap, because a thread waits for operations up to an LSN. */
  public void wakeConsumer(long lsn) {
    if (processor.getSequence().get() < lsn - baseLsn) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Publishes copies of the first {@code count} events, waiting while the ring is full.
   *
   * @return the LSN of the last event
   */
  public long publish(RecordEvent[] events, int count) {
    long last = ring.next(count);
    fill(events, count, last);
    return baseLsn + last;
  }

  /** Like {@link #publish}, but returns 0 at once without room. */
  public long tryPublish(RecordEvent[] events, int count) {
    long last;
    try {
      last = ring.tryNext(count);
    } catch (InsufficientCapacityException e) {
      return 0;
    }
    fill(events, count, last);
    return baseLsn + last;
  }

  /**
   * Publishes a tick, a slot without a type, if there is room. The handler may call this, since it
   * never waits.
   */
  public void tryPublishTick() {
    RecordEvent tick = new RecordEvent();
    tryPublish(new RecordEvent[] {tick}, 1);
  }

  private void fill(RecordEvent[] events, int count, long last) {
    long first = last - count + 1;
    for (int i = 0; i < count; i++) {
      RecordEvent slot = ring.get(first + i);
      slot.copyFrom(events[i]);
      slot.endsRange = i == count - 1;
    }
    ring.publish(first, last);
    if ((last & halfMask) < count) {
      wakeConsumer(baseLsn + last); // before a burst fills the ring while the consumer naps
    }
  }

  private final class Consumer implements EventHandler<RecordEvent> {
    private final RecordHandler handler;

    Consumer(RecordHandler handler) {
      this.handler = handler;
    }

    @Override
    public void onEvent(RecordEvent event, long sequence, boolean endOfBatch) {
      handler.onRecord(event, baseLsn + sequence);
      event.releaseReferences();
      if (endOfBatch) {
        handler.onBatchEnd(baseLsn + sequence);
      }
    }

    @Override
    public void onTimeout(long sequence) {
      handler.onIdle();
    }
  }

  /** Replaces Disruptor's default, which would end the consumer and block publishers forever. */
  private record FailureHandler(RecordHandler handler) implements ExceptionHandler<RecordEvent> {
    @Override
    public void handleEventException(Throwable failure, long sequence, RecordEvent event) {
      handler.onFailure(failure);
    }

    @Override
    public void handleOnStartException(Throwable failure) {
      handler.onFailure(failure);
    }

    @Override
    public void handleOnShutdownException(Throwable failure) {
      handler.onFailure(failure);
    }
  }
}

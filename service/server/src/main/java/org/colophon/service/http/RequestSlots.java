package org.colophon.service.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Slots for concurrent requests of the same kind.
 *
 * <p>While a request waits for its caller to read the answer, it releases its slot, so that slow
 * readers do not block other requests. Such a request still occupies a thread, so their number is
 * limited too. The sum of {@link #maxThreads} over all kinds bounds the threads of requests.
 *
 * <p>Any thread.
 */
public final class RequestSlots {
  /** Maximum wait for a slot. After it, the request is refused. */
  private static final long TIMEOUT_MILLIS = 500;

  private static final int MAX_QUEUED = 16;

  private final Semaphore free;
  private final Semaphore asides;
  private final int count;
  private final int maxAside;

  /**
   * Creates slots.
   *
   * @param count maximum number of running requests
   * @param maxAside maximum number of additional requests that wait for their callers
   */
  public RequestSlots(int count, int maxAside) {
    this.count = count;
    this.maxAside = maxAside;
    this.free = new Semaphore(count, true);
    this.asides = new Semaphore(maxAside);
  }

  /**
   * Returns the maximum number of threads for requests of this kind. It may be exceeded for a
   * moment.
   */
  public int maxThreads() {
    return count + maxAside + MAX_QUEUED;
  }

  /**
   * Acquires a slot, which {@link #leave} releases. Returns false if no slot becomes free in time.
   */
  public boolean enter() throws InterruptedException {
    return free.tryAcquire()
        || (free.getQueueLength() < MAX_QUEUED
            && free.tryAcquire(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS));
  }

  public void leave() {
    free.release();
  }

  /**
   * Releases the slot while the request waits for its caller.
   *
   * @return true if the slot was released, so that {@link #stepBack} must be called
   */
  public boolean stepAside() {
    boolean isAside = asides.tryAcquire();
    if (isAside) {
      free.release();
    }
    return isAside;
  }

  public void stepBack() {
    free.acquireUninterruptibly();
    asides.release();
  }
}

package org.colophon.service.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Slots for concurrent requests of one kind.
 *
 * <p>A request that waits for its caller to read the answer releases its slot, since slow readers
 * would otherwise block everybody else. Each of them still occupies a thread, so their number is
 * limited as well. The sum of {@link #maxThreads} over all kinds bounds the threads of requests.
 *
 * <p>Any thread.
 */
public final class RequestSlots {
  /** Wait of a request before it is refused. */
  private static final long TIMEOUT_MILLIS = 500;

  private static final int MAX_QUEUED = 16;

  private final Semaphore free;
  private final Semaphore asides;
  private final int count;
  private final int maxAside;

  /** Creates slots for concurrent requests, and for additional ones that wait for their callers. */
  public RequestSlots(int count, int maxAside) {
    this.count = count;
    this.maxAside = maxAside;
    this.free = new Semaphore(count, true);
    this.asides = new Semaphore(maxAside);
  }

  /** Returns the maximum number of threads for requests of this kind, apart from short overlaps. */
  public int maxThreads() {
    return count + maxAside + MAX_QUEUED;
  }

  /**
   * Takes a slot, to be released with {@link #leave}; returns false if none becomes free in time.
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
   * @return true if {@link #stepBack} has to follow
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

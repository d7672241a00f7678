package org.colophon.service.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The requests of one kind that may be worked on at once.
 *
 * <p>A request that only waits for its caller to read the answer gives its place to another one,
 * since slow readers would otherwise keep everybody else out. Each of them still occupies a thread,
 * so their number is limited too; one reader more keeps its place while it waits. The sum of {@link
 * #maxThreads} over all kinds bounds the threads that requests occupy.
 *
 * <p>Any thread.
 */
public final class RequestSlots {
  /** A burst of requests waits a little rather than being refused. */
  private static final long PATIENCE_MILLIS = 500;

  private static final int MAX_QUEUED = 16;

  private final Semaphore free;
  private final Semaphore asides;
  private final int count;
  private final int maxAside;

  /**
   * @param count requests worked on at once
   * @param maxAside requests beyond those that wait for their callers
   */
  public RequestSlots(int count, int maxAside) {
    this.count = count;
    this.maxAside = maxAside;
    this.free = new Semaphore(count, true);
    this.asides = new Semaphore(maxAside);
  }

  /** How many threads all requests of this kind occupy at most, apart from short overlaps. */
  public int maxThreads() {
    return count + maxAside + MAX_QUEUED;
  }

  /** Takes a place, to be given back with {@link #leave}; false if none becomes free in time. */
  public boolean enter() throws InterruptedException {
    return free.tryAcquire()
        || (free.getQueueLength() < MAX_QUEUED
            && free.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
  }

  public void leave() {
    free.release();
  }

  /**
   * Gives the caller's place to others while the caller waits.
   *
   * @return whether it did, and {@link #stepBack} has to follow
   */
  public boolean stepAside() {
    boolean isAside = asides.tryAcquire();
    if (isAside) {
      free.release();
    }
    return isAside;
  }

  /** Takes a place again, and waits for one as long as it takes. */
  public void stepBack() {
    free.acquireUninterruptibly();
    asides.release();
  }
}

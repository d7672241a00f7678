// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Slots for concurrent requests of the same kind.
 *
 * <p>While a request waits for its caller to read the answer, it releases its slot, so that slow
 * readers do not block other requests. Such a request still occupies a thread, so their number is
 * limited too. The sum of {@link #maxThreads} over all kinds bounds the threads of requests.
 *
 * <p>One principal has at most half of the running and slow requests together, but never fewer than
 * may run and queue. So its slow readers leave room for other principals.
 *
 * <p>Any thread.
 */
public final class RequestSlots {
  /** Maximum wait for a slot. After it, the request is refused. */
  private static final long TIMEOUT_MILLIS = 500;

  private static final int MAX_QUEUED = 16;

  private final Semaphore free;
  private final Semaphore asides;
  private final AtomicInteger queued = new AtomicInteger();
  private final Map<String, Integer> shares = new ConcurrentHashMap<>();
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
   * Acquires a slot, which {@link #leave} releases. Returns false if no slot becomes free in time,
   * or if the principal has its share.
   */
  public boolean enter(String principal) throws InterruptedException {
    int share = Math.max(count + MAX_QUEUED, (count + maxAside) / 2);
    if (shares.merge(principal, 1, Integer::sum) > share) {
      giveBack(principal);
      return false;
    }
    boolean isEntered = false;
    try {
      isEntered = free.tryAcquire() || await();
    } finally {
      if (!isEntered) {
        giveBack(principal);
      }
    }
    return isEntered;
  }

  /** Waits for a slot. Requests that step back do not count as queued. */
  private boolean await() throws InterruptedException {
    try {
      return queued.incrementAndGet() <= MAX_QUEUED
          && free.tryAcquire(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } finally {
      queued.decrementAndGet();
    }
  }

  public void leave(String principal) {
    free.release();
    giveBack(principal);
  }

  private void giveBack(String principal) {
    shares.computeIfPresent(principal, (name, held) -> held == 1 ? null : held - 1);
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

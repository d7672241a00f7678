package org.colophon.core.fanout;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.RecordDecoder;
import org.colophon.core.spi.storage.StorageAdapter;

/**
 * Feeds one adapter from the journal on a thread of its own, the only thread that ever writes to
 * it. A slow adapter lags; a failing one is retried, then failed loudly; neither holds up anybody
 * else.
 *
 * <p>The lock guards the requests and the state. It is never held while the adapter works, nor
 * while the journal's monitor is asked for: the journal asks {@link #isAsked} under its own. The
 * volatile counters are written by the runner's thread alone.
 */
public final class AdapterRunner {
  /** How long a failed adapter may take to close. */
  private static final long STUCK_MILLIS = 5_000;

  private static final Logger LOG = System.getLogger(AdapterRunner.class.getName());

  private final String name;
  private final StorageAdapter adapter;
  private final Journal journal;
  private final FanoutConfig config;
  private final LongSupplier journaled;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final long catchUpLsn;

  private AdapterState state = AdapterState.CATCHING_UP;
  private Throwable failure;
  private boolean stopping;
  private boolean abandoned;
  private long flushRequest;
  private long syncRequest;
  private long flushedLsn;
  private volatile long appendedLsn;
  private volatile long heldLsn;
  private volatile long storedOperations;
  private volatile long retries;
  private long lastSyncNanos = System.nanoTime();

  /**
   * A runner of an open adapter; not started.
   *
   * @param catchUpLsn the journal's end when this run began
   * @param journaled operations journaled in this run, for the lag
   */
  public AdapterRunner(
      String name,
      StorageAdapter adapter,
      Journal journal,
      FanoutConfig config,
      long catchUpLsn,
      LongSupplier journaled) {
    this.name = name;
    this.adapter = adapter;
    this.journal = journal;
    this.config = config;
    this.catchUpLsn = catchUpLsn;
    this.journaled = journaled;
    this.heldLsn = adapter.heldLsn();
    this.appendedLsn = heldLsn;
    this.flushedLsn = heldLsn;
    this.thread = new Thread(this::run, "colophon-store-" + name);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  public String name() {
    return name;
  }

  public StorageAdapter adapter() {
    return adapter;
  }

  /**
   * Up to where this adapter needs nothing of the journal any more. A failed adapter still needs
   * it, so that it can go on after a restart; an abandoned one does not.
   */
  public long neededFromLsn() {
    lock.lock();
    try {
      return abandoned ? Long.MAX_VALUE : heldLsn;
    } finally {
      lock.unlock();
    }
  }

  /** Up to where the adapter is durable. */
  public long heldLsn() {
    return heldLsn;
  }

  public boolean isFailed() {
    lock.lock();
    try {
      return state == AdapterState.FAILED;
    } finally {
      lock.unlock();
    }
  }

  public AdapterStatus status() {
    lock.lock();
    try {
      long lag = Math.max(0, journaled.getAsLong() - storedOperations);
      String reason = failure == null ? "" : String.valueOf(failure.getMessage());
      return new AdapterStatus(
          name, state, appendedLsn, heldLsn, storedOperations, lag, retries, 0, 0, reason);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the adapter has made everything up to an LSN visible to readers. */
  public void awaitFlushed(long lsn) {
    await(lsn, false);
  }

  /** Waits until the adapter holds everything up to an LSN durably. */
  public void awaitHeld(long lsn) {
    await(lsn, true);
  }

  private void await(long lsn, boolean durable) {
    request(lsn, durable);
    journal.wakeReaders();
    lock.lock();
    try {
      while ((durable ? heldLsn : flushedLsn) < lsn) {
        refuseIfOver();
        changed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(
          ErrorCode.INTERRUPTED, "interrupted while waiting for store " + name, e);
    } finally {
      lock.unlock();
    }
  }

  /** Asks for durability without waiting for it. */
  public void requestHeld(long lsn) {
    request(lsn, true);
    journal.wakeReaders();
  }

  private void request(long lsn, boolean durable) {
    lock.lock();
    try {
      flushRequest = Math.max(flushRequest, lsn);
      syncRequest = durable ? Math.max(syncRequest, lsn) : syncRequest;
    } finally {
      lock.unlock();
    }
  }

  private void refuseIfOver() {
    if (state == AdapterState.FAILED) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED, "store " + name + " failed: " + failure.getMessage(), failure);
    }
    if (state == AdapterState.STOPPED) {
      throw new ColophonException(ErrorCode.KERNEL_CLOSED, "store " + name + " is closed");
    }
  }

  /** Fails the adapter from outside: it holds back more journal than the budget allows. */
  public void abandon(String reason) {
    lock.lock();
    try {
      abandoned = true;
    } finally {
      lock.unlock();
    }
    fail(new ColophonException(ErrorCode.ADAPTER_FAILED, reason));
  }

  /** Feeds what the journal has, closes the adapter and ends the thread. */
  public void stop() {
    lock.lock();
    try {
      stopping = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (thread.getState() == Thread.State.NEW) {
      closeAdapter();
      return;
    }
    journal.wakeReaders();
    try {
      thread.join(isFailed() ? STUCK_MILLIS : 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted stopping " + name, e);
    }
    if (thread.isAlive()) {
      LOG.log(Level.WARNING, "store {0} failed and does not come back; left behind", name);
      thread.interrupt();
    }
  }

  private void run() {
    try (JournalReader reader = journal.readAfter(heldLsn)) {
      while (!isOver()) {
        RecordDecoder batch = reader.next();
        if (batch != null) {
          append(batch);
          afterAppend();
        } else if (!idle()) {
          break;
        }
      }
      if (!isOver()) {
        sync();
      }
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
    } finally {
      awaitStop();
      closeAdapter();
    }
  }

  /** A failed adapter can still be read until everything stops. */
  private void awaitStop() {
    lock.lock();
    try {
      while (!stopping) {
        changed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver() {
    lock.lock();
    try {
      return state == AdapterState.FAILED || abandoned;
    } finally {
      lock.unlock();
    }
  }

  private void append(RecordDecoder batch) {
    long pauseMillis = config.retryMillis();
    for (int attempt = 0; ; attempt++) {
      try {
        adapter.append(batch);
        break;
      } catch (ColophonException e) {
        if (!e.code().isRetriable() || attempt >= config.maxRetries() || isOver()) {
          throw e;
        }
        countRetry();
        LOG.log(Level.WARNING, "store {0} is busy, will retry: {1}", name, e.getMessage());
        pause(pauseMillis);
        pauseMillis = Math.min(pauseMillis * 2, config.retryMillis() * 100);
        batch.rewind();
      }
    }
    appendedLsn = batch.lastLsn();
    if (batch.lastLsn() > catchUpLsn) {
      long stored = storedOperations;
      storedOperations = stored + batch.operations();
    }
  }

  private void countRetry() {
    long before = retries;
    retries = before + 1;
  }

  private void pause(long millis) {
    lock.lock();
    try {
      long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
      while (nanos > 0 && !abandoned) {
        nanos = changed.awaitNanos(nanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "store " + name + " interrupted", e);
    } finally {
      lock.unlock();
    }
  }

  private void afterAppend() {
    long now = System.nanoTime();
    if (now - lastSyncNanos > TimeUnit.MILLISECONDS.toNanos(config.syncIntervalMillis())) {
      sync();
    } else if (isRequestReached()) {
      serveRequests();
    }
  }

  private boolean isRequestReached() {
    lock.lock();
    try {
      return (flushRequest > flushedLsn && appendedLsn >= flushRequest)
          || (syncRequest > heldLsn && appendedLsn >= syncRequest);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing to read: does what was asked for, then waits. False when it is time to end. */
  private boolean idle() {
    if (appendedLsn >= catchUpLsn) {
      caughtUp();
    }
    serveRequests();
    lock.lock();
    try {
      if (stopping) {
        return journal.writtenLsn() > appendedLsn;
      }
    } finally {
      lock.unlock();
    }
    waitForMore();
    return true;
  }

  private void caughtUp() {
    lock.lock();
    try {
      if (state == AdapterState.CATCHING_UP) {
        state = AdapterState.RUNNING;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void serveRequests() {
    boolean wantsSync;
    boolean wantsFlush;
    lock.lock();
    try {
      wantsSync = syncRequest > heldLsn && appendedLsn > heldLsn;
      wantsFlush = flushRequest > flushedLsn && appendedLsn > flushedLsn;
    } finally {
      lock.unlock();
    }
    if (wantsSync) {
      sync();
    } else if (wantsFlush) {
      flush();
    }
  }

  private void waitForMore() {
    try {
      boolean dirty = appendedLsn > flushedLsn;
      long before = appendedLsn;
      journal.awaitFrameAfter(before, dirty ? config.flushIdleMillis() : 1_000, this::isAsked);
      if (dirty && journal.writtenLsn() <= before) {
        flush();
      } else if (!dirty && appendedLsn > heldLsn) {
        afterAppend();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "store " + name + " interrupted", e);
    }
  }

  private boolean isAsked() {
    lock.lock();
    try {
      boolean flushAsked = flushRequest > flushedLsn && appendedLsn > flushedLsn;
      boolean syncAsked = syncRequest > heldLsn && appendedLsn > heldLsn;
      return stopping || abandoned || flushAsked || syncAsked;
    } finally {
      lock.unlock();
    }
  }

  private void flush() {
    adapter.flush();
    reached(heldLsn, appendedLsn);
  }

  /** The adapter must not be ahead of the journal on disk: after a crash the journal decides. */
  private void sync() {
    journal.awaitDurable(appendedLsn);
    long held = adapter.sync();
    lastSyncNanos = System.nanoTime();
    reached(held, appendedLsn);
  }

  private void reached(long held, long flushed) {
    lock.lock();
    try {
      heldLsn = held;
      flushedLsn = flushed;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void fail(Throwable cause) {
    LOG.log(Level.ERROR, "store " + name + " failed: " + cause.getMessage(), cause);
    lock.lock();
    try {
      if (state != AdapterState.FAILED) {
        state = AdapterState.FAILED;
        failure = cause;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    journal.wakeReaders();
  }

  private void closeAdapter() {
    try {
      adapter.close();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
    lock.lock();
    try {
      if (state != AdapterState.FAILED) {
        state = AdapterState.STOPPED;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}

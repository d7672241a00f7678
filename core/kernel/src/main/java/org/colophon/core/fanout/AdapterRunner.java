// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.fanout;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.rebuild.HistoryReplay;
import org.colophon.core.rebuild.ReplayRequest;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.threads.BackgroundThreads;
import org.jspecify.annotations.Nullable;

/**
 * Feeds one adapter on a thread of its own, the only thread that ever writes to it. If the journal
 * has deleted records that the adapter lacks, it first reads them from another adapter. Then it
 * reads the journal. A slow adapter lags. A failing adapter is retried, and finally reported as
 * failed. Neither delays other adapters.
 *
 * <p>{@link RunnerControl} holds requests of other threads behind its lock. The volatile counters
 * are written by the runner's thread alone.
 */
public final class AdapterRunner {
  /** Time that a failed adapter may take to close. */
  private static final long STUCK_MILLIS = 5_000;

  /** Shorter pauses are not worth the call. */
  private static final long MIN_REST_NANOS = 1_000_000;

  /** An adapter that is this many operations behind no longer yields. */
  private static final long FAR_BEHIND_OPERATIONS = 500_000;

  private static final Logger LOG = System.getLogger(AdapterRunner.class.getName());

  /**
   * Data that readers of an adapter see.
   *
   * @param operations the number of this run's operations up to that LSN
   */
  public record Flushed(long lsn, long operations) {}

  private final String name;
  private final StorageAdapter adapter;
  private final Journal journal;
  private final FanoutConfig config;
  private final BackgroundThreads threads;
  private final Throttle throttle;
  private final Thread thread;
  private final RunnerControl control;
  private final Retries retries;
  private final long catchUpLsn;

  private volatile @Nullable Filling filling;
  private volatile @Nullable HistoryReplay replay;
  private volatile long appendedLsn;
  private volatile long storedOperations;
  private long lastSyncNanos = System.nanoTime();

  /**
   * Constructs a runner of an open adapter; not started.
   *
   * @param catchUpLsn the journal's end when this run began.
   * @param duty the share of the time that feeding may use, above 0; 1 for all of it.
   * @param storedOperations the number of this run's operations in the adapter
   */
  public AdapterRunner(
      String name,
      StorageAdapter adapter,
      Journal journal,
      FanoutConfig config,
      BackgroundThreads threads,
      long catchUpLsn,
      double duty,
      long storedOperations) {
    this.name = name;
    this.adapter = adapter;
    this.journal = journal;
    this.config = config;
    this.threads = threads;
    this.catchUpLsn = catchUpLsn;
    this.throttle = new Throttle(duty, System::nanoTime);
    this.appendedLsn = adapter.heldLsn();
    this.storedOperations = storedOperations;
    this.control = new RunnerControl(name, appendedLsn, storedOperations);
    this.retries = new Retries(name, config, control);
    this.thread = new Thread(this::run, "colophon-store-" + name);
    thread.setDaemon(true);
  }

  /** Starts feeding from the journal, which has everything that the adapter lacks. */
  public void start() {
    thread.start();
  }

  /** Starts filling from another adapter, and continues from the journal. */
  public void startFilling(Filling from) {
    control.move(AdapterState.CATCHING_UP, AdapterState.FILLING);
    filling = from;
    thread.start();
  }

  public boolean isStarted() {
    return thread.getState() != Thread.State.NEW;
  }

  public BackgroundThreads threads() {
    return threads;
  }

  public StorageAdapter adapter() {
    return adapter;
  }

  /** Returns the LSN up to which the adapter is durable. */
  public long heldLsn() {
    return control.heldLsn();
  }

  /**
   * Returns the LSN up to which this adapter no longer needs the journal. A failed adapter still
   * needs it to resume after a restart. An abandoned adapter does not need the journal, nor does
   * one whose filling ended early. During filling, the other adapter supplies the records before
   * the returned LSN.
   */
  public long neededFromLsn() {
    AdapterState state = control.state(); // read first: a fill that ends now has not failed
    Filling from = filling;
    if (control.isAbandoned()) {
      return Long.MAX_VALUE;
    }
    if (from == null) {
      return heldLsn();
    }
    return state == AdapterState.FILLING ? from.upToLsn() : Long.MAX_VALUE;
  }

  /** Returns true if this runner may be reading another adapter. */
  public boolean isFilling() {
    return filling != null;
  }

  /** Returns the LSN up to which readers see everything. */
  public long visibleLsn() {
    return control.flushedLsn();
  }

  /** Returns true if the adapter follows the journal and has everything before it. */
  public boolean isUpToDate() {
    AdapterState state = control.state();
    return !isFilling() && (state == AdapterState.RUNNING || state == AdapterState.CATCHING_UP);
  }

  /** Returns the data that readers see at this instant. */
  public Flushed flushed() {
    return control.flushed();
  }

  /** Returns true if another adapter has replaced this one. */
  public boolean isRetired() {
    return control.isRetired();
  }

  /** Stops feeding, since another adapter replaces this one. It can be read until {@link #stop}. */
  public void retire() {
    control.retire();
    journal.wakeReaders();
  }

  public boolean isFailed() {
    return control.isFailed();
  }

  public AdapterStatus status() {
    HistoryReplay now = replay;
    boolean isLost = control.isAbandoned() && !control.isRetired();
    long stored = storedOperations; // first, as it only grows
    long missing = journal.operations() - stored;
    return new AdapterStatus(
        name,
        control.state(),
        appendedLsn,
        heldLsn(),
        stored,
        isLost ? missing : 0,
        isLost ? 0 : missing,
        retries.count(),
        now == null ? 0 : now.done(),
        now == null ? 0 : now.total(),
        control.reason(),
        control.isCorrupt());
  }

  /** Waits until the adapter has made everything up to an LSN visible to readers. */
  public void awaitFlushed(long lsn) {
    awaitFlushed(lsn, () -> false);
  }

  /**
   * Same as {@link #awaitFlushed(long)}.
   *
   * @param cancelled called periodically; if it returns true, INTERRUPTED is thrown
   */
  public void awaitFlushed(long lsn, BooleanSupplier cancelled) {
    await(lsn, false, cancelled);
  }

  /** Waits until the adapter holds everything up to an LSN durably. */
  public void awaitHeld(long lsn) {
    awaitHeld(lsn, () -> false);
  }

  /**
   * Same as {@link #awaitHeld(long)}.
   *
   * @param cancelled called periodically; if it returns true, INTERRUPTED is thrown
   */
  public void awaitHeld(long lsn, BooleanSupplier cancelled) {
    await(lsn, true, cancelled);
  }

  private void await(long lsn, boolean durable, BooleanSupplier cancelled) {
    journal.awaitDurable(lsn); // adapters receive only durable frames
    control.request(lsn, durable);
    journal.wakeReaders();
    BackgroundThreads.Hold hold = threads.hold();
    try {
      control.await(lsn, durable, cancelled);
    } finally {
      hold.close();
    }
  }

  /** Requests durability without waiting for it. */
  public void requestHeld(long lsn) {
    control.request(lsn, true);
    journal.wakeReaders();
  }

  /** Fails the adapter from outside: it holds back more journal than the budget allows. */
  public void abandon(String reason) {
    control.abandon();
    fail(ErrorCode.ADAPTER_FAILED.exception(reason));
  }

  /**
   * Requests the runner to end after it has fed the whole journal. {@link #join} waits for that.
   */
  public void stop() {
    stopWithin(-1);
  }

  /**
   * Requests the runner to end after it has fed the journal for a limited time, and to stop
   * filling.
   */
  public void stopSoon() {
    stopWithin(config.closeMillis());
  }

  private void stopWithin(long feedMillis) {
    control.stop(feedMillis);
    journal.wakeReaders();
  }

  /** Waits after {@link #stop} until the adapter is closed and the thread has ended. */
  public void join() {
    if (thread.getState() == Thread.State.NEW) {
      closeAdapter();
      return;
    }
    try {
      thread.join(isFailed() ? STUCK_MILLIS : 0);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("stopping " + name, e);
    }
    if (thread.isAlive()) {
      LOG.log(
          Level.WARNING, "adapter {0} failed and does not close; its thread is abandoned", name);
      thread.interrupt();
    }
  }

  private void run() {
    throttle.begin();
    try {
      Filling from = filling;
      if (from == null || fill(from)) {
        follow();
      }
      if (!control.isOver()) {
        sync();
      }
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
    } finally {
      control.awaitStop(); // a failed adapter can still be read until everything stops
      closeAdapter();
    }
  }

  // --- filling from another adapter ---

  /**
   * Feeds the content of another adapter. Returns false if an end was requested before completion.
   */
  private boolean fill(Filling from) {
    ReplayRequest request =
        new ReplayRequest(
            from.source(),
            from.target(),
            appendedLsn,
            from.upToLsn(),
            from.operations(),
            from.scratch(),
            ReplayRequest.Limits.DEFAULT);
    LOG.log(Level.INFO, "adapter {0} is filled from {1}", name, from.sourceName());
    try (HistoryReplay history = new HistoryReplay(request, this::isFillOver)) {
      replay = history;
      for (RecordDecoder batch = history.next(); batch != null; batch = history.next()) {
        if (isFillOver() || !append(batch)) {
          return false;
        }
        afterAppend();
      }
      sync();
      filling = null;
      control.move(AdapterState.FILLING, AdapterState.CATCHING_UP);
      return true;
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.INTERRUPTED && (control.isStopping() || control.isOver())) {
        return false;
      }
      throw e;
    } finally {
      replay = null;
    }
  }

  /** Returns true if filling must end. Called often; also yields to other threads. */
  private boolean isFillOver() {
    pause();
    return control.isStopping() || control.isOver();
  }

  // --- feeding from the journal ---

  private void follow() throws IOException {
    try (JournalReader reader = journal.readAfter(appendedLsn)) {
      while (!control.isOver() && !control.isTimeUp()) {
        threads.setUrgent(
            control.isWaitedFor()
                || journal.operations() - storedOperations > FAR_BEHIND_OPERATIONS);
        RecordDecoder batch = reader.next();
        if (batch != null) {
          if (!append(batch)) {
            return;
          }
          afterAppend();
          pause();
        } else if (!idle()) {
          return;
        }
      }
    }
  }

  /** Appends a batch. Returns false if no time is left for a retry. */
  private boolean append(RecordDecoder batch) {
    long pauseMillis = config.retryMillis();
    for (int attempt = 0; ; attempt++) {
      try {
        adapter.append(batch);
        break;
      } catch (ColophonException e) {
        retries.refuse(e, attempt);
        if (control.isTimeUp() || (filling != null && control.isStopping())) {
          return false;
        }
        pauseMillis = retries.pause(e, pauseMillis);
        batch.rewind();
      }
    }
    appendedLsn = batch.lastLsn();
    if (batch.lastLsn() > catchUpLsn) {
      long stored = storedOperations;
      storedOperations = stored + batch.operations();
    }
    return true;
  }

  private void afterAppend() {
    long now = System.nanoTime();
    if (now - lastSyncNanos > TimeUnit.MILLISECONDS.toNanos(config.syncIntervalMillis())) {
      sync();
    } else if (control.isRequestReached(appendedLsn)) {
      serveRequests();
    }
  }

  private void pause() {
    long owed = throttle.owedNanos();
    if (owed >= MIN_REST_NANOS) {
      if (!control.pauseUnlessRequested(owed)) {
        throttle.cancelPause();
      }
      throttle.begin();
    }
  }

  /** Handles requests, then waits for the journal. Returns false when it is time to end. */
  private boolean idle() {
    if (appendedLsn >= catchUpLsn) {
      control.move(AdapterState.CATCHING_UP, AdapterState.RUNNING);
    }
    serveRequests();
    if (control.isStopping()) {
      journal.awaitDurable(journal.writtenLsn());
      return journal.readableLsn() > appendedLsn;
    }
    waitForMore();
    throttle.begin();
    return true;
  }

  private void serveRequests() {
    if (control.wantsSync(appendedLsn)) {
      sync();
    } else if (control.wantsFlush(appendedLsn)) {
      flush();
    }
  }

  private void waitForMore() {
    try {
      long before = appendedLsn;
      if (control.pauseUnlessRequested(TimeUnit.MILLISECONDS.toNanos(config.napMillis()))
          && journal.readableLsn() > before) {
        return;
      }
      boolean dirty = control.isDirty(before);
      journal.awaitFrameAfter(
          before, dirty ? config.flushIdleMillis() : 1_000, () -> control.isAsked(before));
      if (dirty && journal.readableLsn() <= before) {
        flush();
      } else if (!dirty && before > heldLsn()) {
        afterAppend();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("adapter " + name + " was interrupted", e);
    }
  }

  private void flush() {
    retries.onceNotBusy(
        () -> {
          adapter.flush();
          return appendedLsn;
        });
    control.reached(heldLsn(), appendedLsn, storedOperations);
  }

  private void sync() {
    long held = retries.onceNotBusy(adapter::sync);
    lastSyncNanos = System.nanoTime();
    control.reached(held, appendedLsn, storedOperations);
  }

  private void fail(Throwable cause) {
    control.fail(cause); // first, so that a failure to log leaves no reader waiting
    journal.wakeReaders();
    LOG.log(Level.ERROR, "adapter " + name + " failed: " + cause.getMessage(), cause);
  }

  private void closeAdapter() {
    try {
      adapter.close();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
    control.stopped();
  }
}

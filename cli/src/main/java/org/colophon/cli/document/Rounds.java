// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.SignalHandler;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Console;
import org.colophon.cli.question.QueryCommand.OpenStore;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Delivers what is recorded in rounds, until a termination signal. One more round follows the
 * signal, and another signal cancels it. One thread; signals arrive on others.
 */
final class Rounds {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  /** An access may be extended, and a digest may follow, for some seconds. */
  private static final Duration SETTLING = Duration.ofSeconds(10);

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch cancel = new CountDownLatch(1);

  /** Delivers what is new. */
  interface Round {
    /**
     * Delivers what is new.
     *
     * @param reader of the present state
     */
    void deliver(LineageReader reader) throws IOException;
  }

  /** Receives signals until closed. A single round is cancelled by the first signal. */
  SignalHandler receiveSignals(boolean isFollowing) {
    return SignalHandler.onTermination(
        () -> {
          if (!isFollowing || isStopped()) {
            cancel.countDown();
          }
          stop.countDown();
        });
  }

  /** Returns whether no further round follows. */
  boolean isStopped() {
    return stop.getCount() == 0;
  }

  boolean isCancelled() {
    return cancel.getCount() == 0;
  }

  /** Waits. Returns false at once after a signal. */
  boolean hasTime(Duration time) throws InterruptedException {
    return !stop.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Delivers in rounds. A failed round is repeated, and decides the outcome if it is the last. */
  void follow(OpenStore open, Console console, Round round) throws IOException {
    ColophonException failure;
    boolean isLast;
    do {
      isLast = isStopped();
      failure = failure(open, round);
      if (failure != null) {
        console.remark(failure.getMessage());
      }
    } while (!isLast && pause());
    if (failure != null) {
      throw failure;
    }
  }

  private @Nullable ColophonException failure(OpenStore open, Round round) throws IOException {
    Store store = open.store().remarking(remark -> {});
    try (LineageReader reader =
        store.openReader(Objects.requireNonNull(open.adapter()), Map.of())) {
      round.deliver(reader);
      return null;
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.IO_FAILED) {
        return e;
      }
      throw e;
    }
  }

  /** Waits for the next round, or for a signal. Returns false if the thread is interrupted. */
  private boolean pause() {
    try {
      hasTime(PAUSE);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Returns the last LSN whose facts are complete, even if a process still records. */
  static long settledLsn(Store store, LineageReader reader) {
    if (!StoreDirectory.isLeftOpen(store.directory())) {
      return reader.visibleLsn();
    }
    long settled = Instant.now().minus(SETTLING).toEpochMilli() * NANOS_PER_MILLI;
    return Math.min(reader.visibleLsn(), reader.lsnAt(settled));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Gate that admits operations while the kernel runs. Any thread. */
public final class KernelGate {
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicInteger publishers = new AtomicInteger();
  private volatile boolean closed;

  /** Throws if the kernel has failed or closed. */
  public void check() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw ErrorCode.KERNEL_FAILED.exception("recording stopped: " + cause.getMessage(), cause);
    }
    if (closed) {
      throw ErrorCode.KERNEL_CLOSED.exception("the kernel is closed");
    }
  }

  /** Starts publishing, which blocks {@link #closeAndAwaitPublishers} until {@link #leave}. */
  public void enter() {
    publishers.incrementAndGet();
    try {
      check();
    } catch (ColophonException e) {
      leave();
      throw e;
    }
  }

  public void leave() {
    publishers.decrementAndGet();
  }

  /** Records the first failure. Returns true if this is the first. */
  public boolean fail(Throwable cause) {
    return failure.compareAndSet(null, cause);
  }

  /** Closes the gate and waits for publishers inside. The ring must still run. */
  public void closeAndAwaitPublishers() {
    closed = true;
    while (publishers.get() > 0) {
      LockSupport.parkNanos(100_000);
    }
  }

  public boolean isFailed() {
    return failure.get() != null;
  }

  public @Nullable Throwable failure() {
    return failure.get();
  }

  public KernelState state() {
    if (isFailed()) {
      return KernelState.FAILED;
    }
    return closed ? KernelState.CLOSED : KernelState.RUNNING;
  }
}

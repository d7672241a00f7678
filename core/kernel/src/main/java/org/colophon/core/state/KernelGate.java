package org.colophon.core.state;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Whether the kernel takes operations. Any thread. */
public final class KernelGate {
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicInteger publishers = new AtomicInteger();
  private volatile boolean closed;

  /** Throws if nothing more can be taken. */
  public void check() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new ColophonException(
          ErrorCode.KERNEL_FAILED, "recording stopped: " + cause.getMessage(), cause);
    }
    if (closed) {
      throw new ColophonException(ErrorCode.KERNEL_CLOSED, "the kernel is closed");
    }
  }

  /** Begins to publish, which holds up {@link #closeAndAwaitPublishers} until {@link #leave}. */
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

  /** Remembers the first failure; true if this is it. */
  public boolean fail(Throwable cause) {
    return failure.compareAndSet(null, cause);
  }

  /** Lets nobody in any more and waits for those inside; the ring must still turn. */
  public void closeAndAwaitPublishers() {
    closed = true;
    while (publishers.get() > 0) {
      LockSupport.parkNanos(100_000);
    }
  }

  public boolean isFailed() {
    return failure.get() != null;
  }

  public Throwable failure() {
    return failure.get();
  }

  public KernelState state() {
    if (isFailed()) {
      return KernelState.FAILED;
    }
    return closed ? KernelState.CLOSED : KernelState.RUNNING;
  }
}

package org.colophon.core.kernel;

import java.util.concurrent.atomic.AtomicReference;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Whether the kernel takes operations. Any thread. */
final class KernelGate {
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean closed;

  /** Throws if nothing more can be taken. */
  void check() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new ColophonException(
          ErrorCode.KERNEL_FAILED, "recording stopped: " + cause.getMessage(), cause);
    }
    if (closed) {
      throw new ColophonException(ErrorCode.KERNEL_CLOSED, "the kernel is closed");
    }
  }

  /** Remembers the first failure; true if this is it. */
  boolean fail(Throwable cause) {
    return failure.compareAndSet(null, cause);
  }

  void close() {
    closed = true;
  }

  boolean isFailed() {
    return failure.get() != null;
  }

  Throwable failure() {
    return failure.get();
  }

  KernelState state() {
    if (isFailed()) {
      return KernelState.FAILED;
    }
    return closed ? KernelState.CLOSED : KernelState.RUNNING;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicReference;
import org.colophon.core.inspect.choice.InspectorSpec;

/** One call of an inspector. It either ends by itself or expires, never both. */
final class InspectorCall {
  private final Inspection inspection;
  private final InspectorSpec spec;
  private final long beginNanos = System.nanoTime();
  private final long deadlineNanos;
  private final Runnable onExpiry;
  private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);

  /**
   * Starts a call.
   *
   * @param onExpiry run once when the call expires
   */
  InspectorCall(Inspection inspection, InspectorSpec spec, Runnable onExpiry) {
    this.inspection = inspection;
    this.spec = spec;
    this.onExpiry = onExpiry;
    this.deadlineNanos = beginNanos + spec.traits().timeoutMillis() * 1_000_000;
  }

  private enum State {
    RUNNING,
    ENDED,
    EXPIRED
  }

  Inspection inspection() {
    return inspection;
  }

  InspectorSpec spec() {
    return spec;
  }

  /** Ends the call. Returns true if the result is valid. */
  boolean end() {
    return state.compareAndSet(State.RUNNING, State.ENDED);
  }

  boolean isExpired() {
    return state.get() == State.EXPIRED;
  }

  /** Returns true if an eighth of the time limit has passed. */
  boolean takesLong(long nowNanos) {
    return nowNanos - beginNanos > (deadlineNanos - beginNanos) / 8;
  }

  /** Expires the call if its deadline has passed. */
  void expireIfLate(long nowNanos) {
    if (nowNanos - deadlineNanos > 0 && state.compareAndSet(State.RUNNING, State.EXPIRED)) {
      onExpiry.run();
    }
  }

  /** Returns true if the call expired longer ago than the grace period. */
  boolean isLeftBehind(long nowNanos, long graceNanos) {
    return isExpired() && nowNanos - deadlineNanos > graceNanos;
  }

  /** Throws in the inspector's thread if the call has expired. */
  void check() throws InterruptedIOException {
    if (isExpired()) {
      throw new InterruptedIOException("the inspection exceeded its time limit");
    }
  }
}

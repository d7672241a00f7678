package org.colophon.core.inspect;

import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicReference;
import org.colophon.core.inspect.choice.InspectorSpec;

/** One call of one inspector: ends by itself or is given up, and only one of the two happens. */
final class InspectorCall {
  private final Inspection inspection;
  private final InspectorSpec spec;
  private final long beginNanos = System.nanoTime();
  private final long deadlineNanos;
  private final Runnable onExpiry;
  private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);

  /**
   * Begins now.
   *
   * @param onExpiry run once by whoever gives it up
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

  /** Whether the result counts. */
  boolean end() {
    return state.compareAndSet(State.RUNNING, State.ENDED);
  }

  boolean isExpired() {
    return state.get() == State.EXPIRED;
  }

  /** Whether an eighth of its time is over. */
  boolean takesLong(long nowNanos) {
    return nowNanos - beginNanos > (deadlineNanos - beginNanos) / 8;
  }

  /** Gives it up if its time is over. */
  void expireIfLate(long nowNanos) {
    if (nowNanos - deadlineNanos > 0 && state.compareAndSet(State.RUNNING, State.EXPIRED)) {
      onExpiry.run();
    }
  }

  /** Whether it was given up so long ago that nobody waits for it any more. */
  boolean isLeftBehind(long nowNanos, long graceNanos) {
    return isExpired() && nowNanos - deadlineNanos > graceNanos;
  }

  /** Fails in the inspector's thread once it was given up. */
  void check() throws InterruptedIOException {
    if (isExpired()) {
      throw new InterruptedIOException("the time limit of the inspection is over");
    }
  }
}

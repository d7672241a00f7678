// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.metrics;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The accounts of a kernel. At rest, and at every instant in the kernel's own view:
 *
 * <pre>
 *   reported = filtered + refused + dropped + accepted
 *   accepted = queued in the ring + failed + suppressed + journaled
 *   journaled = stored + lost + waiting, for each adapter
 * </pre>
 *
 * <p>An operation is one report of an access, a link, a name, and so on; declarations of processes
 * and objects count too. {@code filtered} counts operations that a capture filter left out;
 * excluded objects are never declared. {@code failed} counts operations that a failed kernel took
 * from its ring without handling them. Reporters' threads add to reported, filtered, refused,
 * dropped and accepted; only the kernel's thread sets the others.
 */
public final class PipelineMetrics {
  private final LongAdder reported = new LongAdder();
  private final LongAdder filtered = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder accepted = new LongAdder();
  private final AtomicLong handled = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong suppressed = new AtomicLong();
  private final AtomicLong journaled = new AtomicLong();

  public void addReported(long count) {
    reported.add(count);
  }

  public void addFiltered(long count) {
    filtered.add(count);
  }

  public void addRefused(long count) {
    refused.add(count);
  }

  public void addDropped(long count) {
    dropped.add(count);
  }

  public void addAccepted(long count) {
    accepted.add(count);
  }

  /** Sets the counts of handled operations. Kernel thread, at the end of a batch. */
  public void setHandled(long newHandled, long newSuppressed, long newJournaled) {
    suppressed.setRelease(newSuppressed);
    journaled.setRelease(newJournaled);
    handled.setRelease(newHandled);
  }

  /** Counts an operation that a failed kernel did not handle. Kernel thread. */
  public void addFailed() {
    failed.setRelease(failed.getPlain() + 1);
  }

  public long reported() {
    return reported.sum();
  }

  public long filtered() {
    return filtered.sum();
  }

  public long refused() {
    return refused.sum();
  }

  public long dropped() {
    return dropped.sum();
  }

  public long accepted() {
    return accepted.sum();
  }

  public long handled() {
    return handled.getAcquire();
  }

  public long failed() {
    return failed.getAcquire();
  }

  public long suppressed() {
    return suppressed.getAcquire();
  }

  public long journaled() {
    return journaled.getAcquire();
  }
}

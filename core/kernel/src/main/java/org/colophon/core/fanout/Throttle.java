package org.colophon.core.fanout;

import java.util.function.LongSupplier;

/**
 * Keeps one thread's work to a share of the time. What counts is the time that passes while it
 * works: a share of a core is then never exceeded, disk and memory are spared as well, and when
 * others want the machine, so that the same work takes longer, it makes way for longer. The time
 * that it used of a processor would count neither what an engine has other threads do meanwhile,
 * nor its input and output. Nothing is saved up for later. One thread.
 */
public final class Throttle {
  /** Years; far from overflow. */
  private static final double MAX_NANOS = 1e17;

  private final double duty;
  private final LongSupplier nanoClock;
  private long startNanos;
  private long allowedNanos;

  /**
   * @param duty the share of the time, above 0; from 1 on nothing is ever owed
   */
  public Throttle(double duty, LongSupplier nanoClock) {
    this.duty = Math.min(1, duty);
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
    this.allowedNanos = startNanos;
  }

  /** Work begins, after a pause or a wait. */
  public void begin() {
    startNanos = nanoClock.getAsLong();
  }

  /**
   * Work went on since {@link #begin} or the last call: how long to pause for it; 0 or less not.
   */
  public long owedNanos() {
    long now = nanoClock.getAsLong();
    long before = Math.max(0, allowedNanos - startNanos);
    double worked = now - startNanos;
    allowedNanos = startNanos + before + (long) Math.min(worked / duty, MAX_NANOS);
    startNanos = now;
    return allowedNanos - now;
  }

  /** Somebody waits for the work: what is owed is let go. */
  public void forgive() {
    allowedNanos = nanoClock.getAsLong();
  }
}

package org.colophon.benchmarks.micro;

import org.colophon.core.suppression.IntervalOutput;

/** Counts what survives suppression, and what it stands for. */
final class CountingOutput implements IntervalOutput {
  private long records;
  private long operations;

  long records() {
    return records;
  }

  long operations() {
    return operations;
  }

  @Override
  public void access(
      long lsn,
      long timeNanos,
      long process,
      long object,
      int kind,
      boolean open,
      long bytes,
      int stoodFor) {
    records++;
    operations += stoodFor;
  }

  @Override
  public void interval(
      long lsn,
      long timeNanos,
      long process,
      long object,
      int mode,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      int stoodFor) {
    records++;
    operations += stoodFor;
  }
}

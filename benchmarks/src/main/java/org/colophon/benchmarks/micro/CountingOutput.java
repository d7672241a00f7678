// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.micro;

import org.colophon.core.suppression.IntervalOutput;
import org.colophon.core.suppression.StoredAccess;

/** Counts the records after suppression, and the operations that they represent. */
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
  public void access(StoredAccess access) {
    count(access);
  }

  @Override
  public void interval(StoredAccess interval) {
    count(interval);
  }

  private void count(StoredAccess stored) {
    records++;
    operations += stored.operations;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import org.colophon.storage.rocksdb.format.StoreFormat;

/**
 * A stored operation or interval. A decoder reuses one object for all entries, so that reading
 * allocates nothing per entry; visitors copy the values that they keep.
 */
public final class RunEntry {
  /**
   * The object if the entries of a process are read; the process if those of an object are read.
   */
  public long other;

  /** Code of the first operation's kind. */
  public int kind;

  public long firstLsn;
  public long firstBytes;
  public long firstNanos;
  public long lastLsn;
  public long count;
  public long bytes;
  public long lastNanos;

  /** One of the forms of {@link StoreFormat}. */
  int form;

  /** Copies the final extent of the interval from an update. */
  void closeWith(RunEntry update) {
    form = StoreFormat.CLOSED;
    lastLsn = update.lastLsn;
    count = update.count;
    bytes = update.bytes;
    lastNanos = update.lastNanos;
  }

  RunEntry copy() {
    RunEntry copy = new RunEntry();
    copy.other = other;
    copy.kind = kind;
    copy.firstLsn = firstLsn;
    copy.firstBytes = firstBytes;
    copy.firstNanos = firstNanos;
    copy.form = form;
    copy.lastLsn = lastLsn;
    copy.count = count;
    copy.bytes = bytes;
    copy.lastNanos = lastNanos;
    return copy;
  }
}

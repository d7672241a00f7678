// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import java.util.function.LongSupplier;
import org.colophon.core.naming.EarlierNames;
import org.colophon.core.naming.Namespace;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Limits the memory for names. At half the limit the names become the history of a new namespace.
 * An adapter replaces that history once it sees all of it. If adapters lag, the new namespace grows
 * meanwhile. Callers hold the lock on the names.
 */
public final class NamesMemory {
  /** Number of changes between checks of the adapters' progress. */
  private static final int CHECK_EVERY = 64;

  private final int limit;
  private final HistoricalLookup past;
  private final LongSupplier lastLsn;
  private Namespace names;
  private volatile @Nullable StoreHistory stored;
  private volatile long frozenLsn;
  private long frozenNodes;
  private int fullCalls;
  private volatile long size;

  /**
   * Creates a memory for names.
   *
   * @param before the names that a store has at the beginning; null for none
   * @param maxNames approximate limit of name nodes
   * @param lastLsn LSN of the last published operation
   */
  public NamesMemory(
      @Nullable StoreHistory before, int maxNames, HistoricalLookup past, LongSupplier lastLsn) {
    this.stored = before;
    this.names = new Namespace(before == null ? EarlierNames.NONE : before);
    this.limit = Math.max(1, maxNames / 2);
    this.past = past;
    this.lastLsn = lastLsn;
  }

  public Namespace names() {
    return names;
  }

  /** Returns the approximate number of nodes. Any thread. */
  long size() {
    return size;
  }

  /** Returns the LSNs as of which names are, or may later be, looked up in a store. Any thread. */
  public long[] askedLsns() {
    long next = frozenLsn; // read first, because it may become the stored LSN
    StoreHistory now = stored;
    return new long[] {next, now == null ? 0 : now.asOfLsn()};
  }

  /** Replaces the store's reader by one that has the same names. */
  public void moveTo(LineageReader reader) {
    if (stored != null) {
      stored.moveTo(reader);
    }
  }

  /** Evicts some names if necessary, now that every change is published. */
  void evictIfFull() {
    if (frozenLsn != 0) {
      thaw();
    } else if (names.nodes() >= limit) {
      freeze();
    }
    size = names.nodes() + frozenNodes;
  }

  private void freeze() {
    if ((fullCalls++ & (CHECK_EVERY - 1)) == 0 && past.readerThatSees(0) != null) {
      frozenNodes = names.nodes();
      frozenLsn = lastLsn.getAsLong();
      names = names.freeze();
      fullCalls = 1;
    }
  }

  private void thaw() {
    if ((fullCalls++ & (CHECK_EVERY - 1)) != 0) {
      return;
    }
    LineageReader reader = past.readerThatSees(frozenLsn);
    if (reader != null) {
      stored = new StoreHistory(reader, frozenLsn);
      names.replaceHistory(stored);
      frozenLsn = 0;
      frozenNodes = 0;
      fullCalls = 0;
    }
  }
}

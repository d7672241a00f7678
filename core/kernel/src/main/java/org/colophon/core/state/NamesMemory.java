package org.colophon.core.state;

import java.util.function.LongSupplier;
import org.colophon.core.naming.EarlierNames;
import org.colophon.core.naming.Namespace;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Keeps the names in memory within a limit. When they have grown to half of it they become the
 * history of a new namespace; when an adapter sees all of that history, it answers in its place. An
 * adapter that lags lets the new one grow meanwhile. Whoever holds the lock on the names calls
 * this.
 */
public final class NamesMemory {
  /** So many changes pass before it is asked again how far the adapters have come. */
  private static final int ASK_EVERY = 64;

  private final int limit;
  private final HistoricalLookup past;
  private final LongSupplier lastLsn;
  private Namespace names;
  private volatile StoreHistory stored;
  private volatile long frozenLsn;
  private long frozenNodes;
  private int asked;
  private volatile long size;

  /**
   * Memory for names.
   *
   * @param before the names that a store knows at first; null for none
   * @param maxNames about how many nodes of names are kept
   * @param lastLsn of the last operation published
   */
  public NamesMemory(
      StoreHistory before, int maxNames, HistoricalLookup past, LongSupplier lastLsn) {
    this.stored = before;
    this.names = new Namespace(before == null ? EarlierNames.NONE : before);
    this.limit = Math.max(1, maxNames / 2);
    this.past = past;
    this.lastLsn = lastLsn;
  }

  public Namespace names() {
    return names;
  }

  /** About how many nodes are kept. Any thread. */
  long size() {
    return size;
  }

  /**
   * As of which LSNs a store is asked for names, now or later, but for such as are still to come.
   * Any thread.
   */
  public long[] askedLsns() {
    long next = frozenLsn; // first: it may be what is asked for a moment later
    StoreHistory now = stored;
    return new long[] {next, now == null ? 0 : now.asOfLsn()};
  }

  /** From now on another reader answers for the store, which knows the same names. */
  public void moveTo(LineageReader reader) {
    if (stored != null) {
      stored.moveTo(reader);
    }
  }

  /** Every change so far is published: a good moment to forget some. */
  void tidy() {
    if (frozenLsn != 0) {
      thaw();
    } else if (names.nodes() >= limit) {
      freeze();
    }
    size = names.nodes() + frozenNodes;
  }

  private void freeze() {
    if ((asked++ & (ASK_EVERY - 1)) == 0 && past.readerThatSees(0) != null) {
      frozenNodes = names.nodes();
      frozenLsn = lastLsn.getAsLong();
      names = names.freeze();
      asked = 1;
    }
  }

  private void thaw() {
    if ((asked++ & (ASK_EVERY - 1)) != 0) {
      return;
    }
    LineageReader reader = past.readerThatSees(frozenLsn);
    if (reader != null) {
      stored = new StoreHistory(reader, frozenLsn);
      names.replaceHistory(stored);
      frozenLsn = 0;
      frozenNodes = 0;
      asked = 0;
    }
  }
}

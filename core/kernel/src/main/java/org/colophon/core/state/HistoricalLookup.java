// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/** Looks up data in a store: from before this run, or evicted from memory. Any thread. */
public final class HistoricalLookup {
  /** The readable adapters, which may have pruned different data. */
  public interface Others {
    Others NONE =
        new Others() {
          @Override
          public long queryAll(ToLongFunction<@Nullable LineageReader> question) {
            return 0;
          }

          @Override
          public boolean allKnow(ToLongFunction<@Nullable LineageReader> question) {
            return true;
          }
        };

    /** Returns the first answer other than 0; 0 if absent or all adapters are pruned equally. */
    long queryAll(ToLongFunction<@Nullable LineageReader> question);

    /** Returns true if no adapter answers 0. */
    boolean allKnow(ToLongFunction<@Nullable LineageReader> question);
  }

  private final LongFunction<@Nullable LineageReader> readers;
  private final Others others;
  private volatile @Nullable LineageReader reader;

  /** The largest LSN up to which data may have been evicted. */
  private long seenLsn;

  /**
   * Creates a lookup.
   *
   * @param before reader of earlier runs; null if there were none.
   * @param readers returns a reader that sees everything up to an LSN, or null.
   * @param others asks adapters that may have data pruned from this one.
   */
  public HistoricalLookup(
      @Nullable LineageReader before,
      LongFunction<@Nullable LineageReader> readers,
      Others others) {
    this.reader = before;
    this.readers = readers;
    this.others = others;
  }

  /** Returns a reader that sees everything up to an LSN permanently, or null. */
  public @Nullable LineageReader readerThatSees(long lsn) {
    return readers.apply(lsn);
  }

  /**
   * Returns true if data up to an LSN may be evicted, as a store answers for it afterwards. Several
   * callers evict independently. The reader must see up to the highest LSN of all of them.
   */
  public synchronized boolean sees(long lsn) {
    long wantedLsn = Math.max(lsn, seenLsn);
    LineageReader seeing = readers.apply(wantedLsn);
    if (seeing == null) {
      return false;
    }
    seenLsn = wantedLsn;
    reader = seeing;
    return true;
  }

  /** Replaces the reader by one that sees as much. */
  public synchronized void moveTo(LineageReader successor) {
    reader = successor;
  }

  /**
   * Returns the process, or 0; also 0 if another adapter pruned it, so that it is declared again.
   */
  public long processByIdentity(Bytes identity) {
    return find(current -> current.processByIdentity(identity));
  }

  /** Returns the object, or 0; also 0 if another adapter pruned it. */
  public long objectByIdentity(Bytes identity) {
    return find(current -> current.objectByIdentity(identity));
  }

  private long find(ToLongFunction<@Nullable LineageReader> question) {
    long found = query(question);
    return found != 0 && others.allKnow(question) ? found : 0;
  }

  private long query(ToLongFunction<@Nullable LineageReader> question) {
    return query(0L, question::applyAsLong);
  }

  /** Returns the reader's answer; {@code none} without a reader. */
  <T> T query(T none, Function<LineageReader, T> question) {
    LineageReader current = reader;
    try {
      return current == null ? none : question.apply(current);
    } catch (ColophonException e) {
      if (current == reader) {
        throw e;
      }
      return query(none, question); // the reader was replaced and closed meanwhile
    }
  }

  public long processElsewhere(Bytes identity) {
    return others.queryAll(current -> current.processByIdentity(identity));
  }

  public long objectElsewhere(Bytes identity) {
    return others.queryAll(current -> current.objectByIdentity(identity));
  }

  /** Returns true if an object was declared with an identity in its present form. */
  public boolean hasIdentity(long object) {
    return query(current -> hasIdentity(current.object(object)) ? 1 : 0) != 0;
  }

  private static boolean hasIdentity(@Nullable ObjectInfo info) {
    Bytes identity = info == null ? Bytes.EMPTY : info.declaration().identity();
    return !identity.isEmpty() && !FileIdentity.isEarlierForm(identity);
  }

  /** Returns the names of an object that hold in the store now. The last ones may be missing. */
  public List<Bytes> namesOf(long object) {
    LineageReader newest = readers.apply(0);
    return newest == null ? query(List.of(), asked -> names(asked, object)) : names(newest, object);
  }

  private static List<Bytes> names(LineageReader reader, long object) {
    return reader.namesOf(object).stream()
        .filter(name -> name.toLsn() == Lsn.OPEN)
        .map(NameBinding::path)
        .toList();
  }
}

package org.colophon.core.state;

import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;

/**
 * The adapter that answers for what is not in memory: what was before this run, and what was
 * forgotten since. Any thread.
 */
public final class HistoricalLookup {
  /** The adapters that can be read, as far as they were pruned of different things. */
  public interface Others {
    Others NONE =
        new Others() {
          @Override
          public long askAll(ToLongFunction<LineageReader> question) {
            return 0;
          }

          @Override
          public boolean allKnow(ToLongFunction<LineageReader> question) {
            return true;
          }
        };

    /** The first answer that is not 0; 0 if there is none, or all know the same. */
    long askAll(ToLongFunction<LineageReader> question);

    /** Whether none answers 0. */
    boolean allKnow(ToLongFunction<LineageReader> question);
  }

  private final LongFunction<LineageReader> readers;
  private final Others others;
  private volatile LineageReader reader;

  /** The largest LSN up to which something may have been forgotten. */
  private long seenLsn;

  /**
   * The past of a store.
   *
   * @param before a reader of what was before this run; null if nothing was
   * @param readers a reader that sees everything up to an LSN, null if there is none now
   * @param others asks adapters that may know what this one was pruned of
   */
  public HistoricalLookup(
      LineageReader before, LongFunction<LineageReader> readers, Others others) {
    this.reader = before;
    this.readers = readers;
    this.others = others;
  }

  /** A reader that sees everything up to an LSN, now and from here on; null if there is none. */
  public LineageReader readerThatSees(long lsn) {
    return readers.apply(lsn);
  }

  /**
   * Whether everything up to an LSN may be forgotten: then what follows is asked of a store.
   * Several ask, each for itself: what one forgot must still be found when another that is behind
   * has asked.
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

  /** From now on another reader answers, which sees as much. */
  public synchronized void moveTo(LineageReader successor) {
    reader = successor;
  }

  /** 0 also for one that another adapter was pruned of: it has to be declared again. */
  public long processByIdentity(Bytes identity) {
    return find(asked -> asked.processByIdentity(identity));
  }

  /** Likewise. */
  public long objectByIdentity(Bytes identity) {
    return find(asked -> asked.objectByIdentity(identity));
  }

  private long find(ToLongFunction<LineageReader> question) {
    long found = ask(question);
    return found != 0 && others.allKnow(question) ? found : 0;
  }

  private long ask(ToLongFunction<LineageReader> question) {
    LineageReader asked = reader;
    try {
      return asked == null ? 0 : question.applyAsLong(asked);
    } catch (ColophonException e) {
      if (asked == reader) {
        throw e;
      }
      return ask(question); // that one was replaced and closed meanwhile
    }
  }

  public long processElsewhere(Bytes identity) {
    return others.askAll(asked -> asked.processByIdentity(identity));
  }

  public long objectElsewhere(Bytes identity) {
    return others.askAll(asked -> asked.objectByIdentity(identity));
  }

  /** Whether an object was declared with an identity of its own. */
  public boolean hasIdentity(long object) {
    return ask(asked -> hasIdentity(asked.object(object)) ? 1 : 0) != 0;
  }

  private static boolean hasIdentity(ObjectInfo info) {
    return info != null && !info.declaration().identity().isEmpty();
  }
}

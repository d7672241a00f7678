package org.colophon.core.kernel;

import java.util.function.LongFunction;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;

/**
 * The adapter that answers for what is not in memory: what was before this run, and what was
 * forgotten since. Any thread.
 */
final class Past {
  private final LongFunction<LineageReader> readers;
  private volatile LineageReader reader;

  /**
   * The past of a store.
   *
   * @param before a reader of what was before this run; null if nothing was
   * @param readers a reader that sees everything up to an LSN, null if there is none now
   */
  Past(LineageReader before, LongFunction<LineageReader> readers) {
    this.reader = before;
    this.readers = readers;
  }

  /** A reader that sees everything up to an LSN, now and from here on; null if there is none. */
  LineageReader readerThatSees(long lsn) {
    return readers.apply(lsn);
  }

  /** Whether everything up to an LSN may be forgotten: then what follows is asked of a store. */
  synchronized boolean sees(long lsn) {
    LineageReader seeing = readers.apply(lsn);
    if (seeing == null) {
      return false;
    }
    reader = seeing;
    return true;
  }

  /** From now on another reader answers, which sees as much. */
  synchronized void moveTo(LineageReader successor) {
    reader = successor;
  }

  long processByIdentity(Bytes identity) {
    LineageReader asked = reader;
    return asked == null ? 0 : asked.processByIdentity(identity);
  }

  long objectByIdentity(Bytes identity) {
    LineageReader asked = reader;
    return asked == null ? 0 : asked.objectByIdentity(identity);
  }

  /** Whether an object was declared with an identity of its own. */
  boolean hasIdentity(long object) {
    LineageReader asked = reader;
    ObjectInfo info = asked == null ? null : asked.object(object);
    return info != null && !info.declaration().identity().isEmpty();
  }
}

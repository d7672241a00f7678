package org.colophon.core.model.fact;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;

/**
 * A name that an object has, or had.
 *
 * @param path the name as bytes
 * @param object the object's global id
 * @param fromLsn when the binding began
 * @param toLsn when it ended, {@link Lsn#OPEN} while it holds
 */
public record NameBinding(Bytes path, long object, long fromLsn, long toLsn) {
  /** Whether the binding holds as of an LSN. */
  public boolean holdsAt(long lsn) {
    return fromLsn <= lsn && (lsn < toLsn || toLsn == Lsn.OPEN);
  }
}

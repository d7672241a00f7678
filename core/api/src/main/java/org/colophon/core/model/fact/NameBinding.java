// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.fact;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;

/**
 * A name that an object has, or had.
 *
 * @param path the name as bytes.
 * @param object the object's global id.
 * @param fromLsn the LSN at which the binding began.
 * @param toLsn the LSN at which it ended, {@link Lsn#OPEN} while it is valid.
 */
public record NameBinding(Bytes path, long object, long fromLsn, long toLsn) {
  /** Returns true if the binding is valid as of an LSN. */
  public boolean holdsAt(long lsn) {
    return fromLsn <= lsn && (lsn < toLsn || toLsn == Lsn.OPEN);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import org.colophon.core.collect.EnoughException;
import org.colophon.core.model.Bytes;
import org.colophon.core.naming.EarlierNames;
import org.colophon.core.spi.storage.LineageReader;

/** The names as of an LSN, read from an adapter. */
public final class StoreHistory implements EarlierNames {
  private volatile LineageReader reader;
  private final long asOfLsn;

  /** Creates a history from a reader's answers as of an LSN. */
  public StoreHistory(LineageReader reader, long asOfLsn) {
    this.reader = reader;
    this.asOfLsn = asOfLsn;
  }

  /** Replaces the reader by one that has the same names as of that LSN. */
  void moveTo(LineageReader successor) {
    reader = successor;
  }

  long asOfLsn() {
    return asOfLsn;
  }

  @Override
  public long resolve(Bytes path) {
    return reader.resolve(path, asOfLsn);
  }

  @Override
  public boolean hasNamesBelow(Bytes path) {
    try {
      reader.under(
          path,
          asOfLsn,
          (found, object) -> {
            if (found.length() > path.length()) {
              throw new EnoughException();
            }
          });
      return false;
    } catch (EnoughException e) {
      return true;
    }
  }
}

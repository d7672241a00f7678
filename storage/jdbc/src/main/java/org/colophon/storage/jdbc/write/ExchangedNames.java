// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.write;

import java.sql.SQLException;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.storage.jdbc.database.Values;
import org.colophon.storage.jdbc.names.NameReader;

/**
 * Renames two objects that exchanged their names. An EXCHANGE record does not contain the objects,
 * so this class resolves the names after their rows are written.
 */
final class ExchangedNames {
  private final Session session;
  private final Window window;
  private final SwappedPaths swapped;
  private final NameReader names;

  ExchangedNames(Session session, Window window, SwappedPaths swapped) {
    this.session = session;
    this.window = window;
    this.swapped = swapped;
    this.names = new NameReader(session, window.after().records());
  }

  void write() throws SQLException {
    for (Window.Exchange each : window.exchanges) {
      long first = targetOf(each.one(), each.record() - 1);
      long second = targetOf(each.other(), each.record() - 1);
      write(first, each.one(), each.other(), each.record());
      write(second, each.other(), each.one(), each.record());
      swapped.put(each.one(), second, each.record());
      swapped.put(each.other(), first, each.record());
    }
  }

  /** Returns the object that a path was bound to as of a record. */
  private long targetOf(Bytes path, long record) throws SQLException {
    SwappedPaths.Target known = swapped.of(path);
    return known != null && names.isLatest(known.record(), path, record)
        ? known.object()
        : names.resolve(path, record);
  }

  /** Sets the new name of an object, unless the window named the object again later. */
  private void write(long object, Bytes from, Bytes to, long record) throws SQLException {
    if (object != 0 && window.lastNamed(object) < record) {
      Object[] row = {Values.text(to), object, Values.text(from)};
      Statements.RENAME_OBJECT.execute(session, List.<Object[]>of(row));
    }
  }
}

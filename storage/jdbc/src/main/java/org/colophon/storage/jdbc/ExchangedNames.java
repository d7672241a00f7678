package org.colophon.storage.jdbc;

import java.sql.SQLException;
import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * Has two objects that changed names called by their new ones. A record of an exchange does not say
 * which objects these are, so the rows of names are asked, once they are written.
 */
final class ExchangedNames {
  private final Session session;
  private final Window window;
  private final SwappedPaths swapped;
  private final NameTable table;

  ExchangedNames(Session session, Window window, SwappedPaths swapped) {
    this.session = session;
    this.window = window;
    this.swapped = swapped;
    this.table = new NameTable(session, window.after().records());
  }

  void write() throws SQLException {
    for (Exchange each : window.exchanges) {
      long first = meant(each.one(), each.record() - 1);
      long second = meant(each.other(), each.record() - 1);
      write(first, each.one(), each.other(), each.record());
      write(second, each.other(), each.one(), each.record());
      swapped.put(each.one(), second, each.record());
      swapped.put(each.other(), first, each.record());
    }
  }

  /** What a path meant as of a record. */
  private long meant(Bytes path, long record) throws SQLException {
    SwappedPaths.Meaning known = swapped.of(path);
    boolean isCurrent = known != null && isLatest(known.record(), path, record);
    return isCurrent ? known.object() : new NameReader(table).resolve(path, record);
  }

  /** Whether nothing that concerns a path came between two records. */
  private boolean isLatest(long since, Bytes path, long record) throws SQLException {
    NameEvent event = table.lastEventOver(path, record);
    NameEvent bind = table.lastBind(path, record);
    return event != null && event.recordNo() == since && (bind == null || bind.recordNo() < since);
  }

  /** One that was bound elsewhere later keeps that name. */
  private void write(long object, Bytes from, Bytes to, long record) throws SQLException {
    if (object != 0 && window.lastNamed(object) < record) {
      Object[] row = {Values.text(to), object, Values.text(from)};
      Statements.RENAME_OBJECT.execute(session, List.<Object[]>of(row));
    }
  }
}

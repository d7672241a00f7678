package org.colophon.storage.jdbc;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.RecordBatch;

/**
 * Turns name records into rows. A BIND concerns one path. All others concern a path and whatever
 * lies below it: what lay there is gone, has moved away, or other names came there. So a moved
 * folder costs two rows, whatever it holds; {@link NameReader} does the rest.
 */
final class NameRows {
  private final Window window;

  NameRows(Window window) {
    this.window = window;
  }

  void add(RecordBatch r) {
    switch (r.type()) {
      case BIND -> {
        add(r, 0, NameEvent.BIND, r.object(), r.path(), null);
        window.nameObject(r.object(), Values.text(r.path()));
      }
      case UNBIND -> add(r, 0, NameEvent.GONE, r.object(), r.path(), null);
      case RENAME -> addRename(r);
      case EXCHANGE -> addExchange(r);
      default -> throw new AssertionError(r.type());
    }
  }

  /** A name moved to itself stays as it is. */
  private void addRename(RecordBatch r) {
    if (!r.path().equals(r.toPath())) {
      add(r, 0, NameEvent.MOVED_AWAY, r.object(), r.path(), r.toPath());
      add(r, 1, NameEvent.CAME, r.object(), r.toPath(), r.path());
      if (r.object() != 0) {
        window.nameObject(r.object(), Values.text(r.toPath()));
      }
    }
  }

  /** Two paths of which one lies below the other cannot change places; nothing happens then. */
  private void addExchange(RecordBatch r) {
    if (!r.path().isAtOrBelow(r.toPath()) && !r.toPath().isAtOrBelow(r.path())) {
      add(r, 0, NameEvent.SWAPPED, 0, r.path(), r.toPath());
      add(r, 1, NameEvent.SWAPPED, 0, r.toPath(), r.path());
      window.exchanges.add(new Exchange(window.record(), r.path(), r.toPath()));
    }
  }

  private void add(RecordBatch r, long half, String kind, long object, Bytes path, Bytes other) {
    window.add(
        Statements.INSERT_NAME,
        window.record(),
        half,
        r.lsn(),
        Values.known(r.timeNanos()),
        Values.known(r.process()),
        Values.known(object),
        kind,
        Values.text(path),
        other == null ? null : Values.text(other),
        !kind.equals(NameEvent.BIND),
        path.toArray(),
        other == null ? null : other.toArray(),
        Values.hash(path),
        Values.head(path));
  }
}

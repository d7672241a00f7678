// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.write;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.storage.common.NameEvent;
import org.colophon.storage.jdbc.database.Values;
import org.jspecify.annotations.Nullable;

/** Turns name records into rows, the events of {@link NameEvent}. */
final class NameRows {
  private final Window window;

  NameRows(Window window) {
    this.window = window;
  }

  void add(RecordBatch r) {
    switch (r.type()) {
      case BIND -> {
        add(r, 0, NameEvent.Kind.BIND, r.object(), r.path(), null);
        if (!FileDigest.isName(r.path())) {
          window.nameObject(r.object(), Values.text(r.path()));
        }
      }
      case UNBIND -> add(r, 0, NameEvent.Kind.GONE, r.object(), r.path(), null);
      case RENAME -> addRename(r);
      case EXCHANGE -> addExchange(r);
      default -> throw new AssertionError(r.type());
    }
  }

  /** Adds a rename; ignores one of a path to itself. */
  private void addRename(RecordBatch r) {
    if (!r.path().equals(r.toPath())) {
      add(r, 0, NameEvent.Kind.MOVED_AWAY, r.object(), r.path(), r.toPath());
      add(r, 1, NameEvent.Kind.CAME, r.object(), r.toPath(), r.path());
      if (r.object() != 0) {
        window.nameObject(r.object(), Values.text(r.toPath()));
      }
    }
  }

  /** Adds an exchange; ignores one of a path with a path below it. */
  private void addExchange(RecordBatch r) {
    if (!r.path().isAtOrBelow(r.toPath()) && !r.toPath().isAtOrBelow(r.path())) {
      add(r, 0, NameEvent.Kind.SWAPPED, 0, r.path(), r.toPath());
      add(r, 1, NameEvent.Kind.SWAPPED, 0, r.toPath(), r.path());
      window.exchanges.add(new Window.Exchange(window.record(), r.path(), r.toPath()));
    }
  }

  private void add(
      RecordBatch r,
      long half,
      NameEvent.Kind kind,
      long object,
      Bytes path,
      @Nullable Bytes other) {
    window.add(
        Statements.INSERT_NAME,
        window.record(),
        half,
        r.lsn(),
        Values.nullIfZero(r.timeNanos()),
        Values.nullIfZero(r.process()),
        Values.nullIfZero(object),
        Values.word(kind),
        Values.text(path),
        other == null ? null : Values.text(other),
        kind != NameEvent.Kind.BIND,
        path.toArray(),
        other == null ? null : other.toArray(),
        Values.hash(path),
        Values.head(path));
  }
}

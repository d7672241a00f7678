// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.naming.Namespace;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;

/**
 * Writes the records of a name change, with the process that made it. The caller locks the names
 * and announces the change. Used only by the sink's thread.
 */
final class NameChanges {
  /** Kind of a bind whose object had the name before. */
  static final int FOUND = 1;

  private final RingWriter writer;

  NameChanges(RingWriter writer) {
    this.writer = writer;
  }

  /** Records a name that an object had before it was first seen. */
  void found(Namespace names, Bytes path, long object, long timeNanos) {
    names.bind(path, object);
    name(RecordType.BIND, 0, object, path, timeNanos).kind = FOUND;
  }

  void bind(Namespace names, long process, Bytes path, long object, long timeNanos) {
    names.bind(path, object);
    name(RecordType.BIND, process, object, path, timeNanos);
    named(process, object, timeNanos);
  }

  void unbind(Namespace names, long process, Bytes path, long object, long timeNanos) {
    names.unbind(path);
    name(RecordType.UNBIND, process, object, path, timeNanos);
    named(process, object, timeNanos);
  }

  /** Moves the name of one object. */
  void rename(Namespace names, long process, Bytes from, Bytes to, long object, long timeNanos) {
    names.unbind(from);
    names.bind(to, object);
    name(RecordType.UNBIND, process, object, from, timeNanos);
    name(RecordType.BIND, process, object, to, timeNanos);
    named(process, object, timeNanos);
  }

  /** Moves all names below a directory, and its own name if present. */
  void renameDirectory(
      Namespace names, long process, Bytes from, Bytes to, long object, long timeNanos) {
    names.rename(from, to);
    move(RecordType.RENAME, process, object, from, to, timeNanos);
    named(process, object, timeNanos);
  }

  void exchange(Namespace names, long process, Bytes one, Bytes other, long timeNanos) {
    long first = names.resolve(one);
    long second = names.resolve(other);
    names.exchange(one, other);
    move(RecordType.EXCHANGE, process, first, one, other, timeNanos);
    named(process, first, timeNanos);
    named(process, second, timeNanos);
  }

  private RecordEvent name(RecordType type, long process, long object, Bytes path, long timeNanos) {
    RecordEvent event = writer.slot(type, timeNanos, path.length());
    event.process = process;
    event.object = object;
    event.path = path;
    return event;
  }

  private void move(
      RecordType type, long process, long object, Bytes path, Bytes toPath, long timeNanos) {
    name(type, process, object, path, timeNanos).toPath = toPath;
    writer.addBytes(toPath.length());
  }

  /** Records the name edge: the process that added, moved or removed a name of an object. */
  private void named(long process, long object, long timeNanos) {
    if (process != 0 && object != 0) {
      RecordEvent event = writer.slot(RecordType.ACCESS, timeNanos);
      event.kind = OperationKind.RENAME.code();
      event.phase = Phase.WHOLE.code();
      event.process = process;
      event.object = object;
    }
  }
}

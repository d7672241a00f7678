// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.log;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordBatch;

/** Writes the record under a cursor as one line: LSN, type, then the fields that the type has. */
final class RecordLines {
  void append(StringBuilder text, RecordBatch batch) {
    text.append(batch.lsn()).append(' ').append(batch.type()).append(' ');
    appendFields(text, batch);
    text.append('\n');
  }

  /** Appends the record's fields. {@code RecordType} lists the fields of each type. */
  private static void appendFields(StringBuilder text, RecordBatch batch) {
    switch (batch.type()) {
      case PROCESS -> process(text, batch.process(), batch.processDeclaration());
      case OBJECT -> object(text, batch.object(), batch.objectDeclaration());
      case ACCESS -> access(text, batch);
      case INTERVAL -> interval(text, batch);
      case LINK -> ends(text, "process", batch.process(), batch.cause()).append(batch.linkKind());
      case DERIVATION -> ends(text, "object", batch.object(), batch.cause());
      case CUT -> who(text, batch).append(" from=").append(batch.beginLsn());
      case EXIT ->
          text.append("process=").append(batch.process()).append(' ').append(batch.status());
      case BIND, UNBIND -> who(text, batch).append(' ').append(batch.path().display());
      case RENAME, EXCHANGE -> move(text, batch);
      case EXTENDED -> who(text, batch).append(' ').append(batch.data().length()).append(" bytes");
      case SNAPSHOT -> text.append(Bytes.of(batch.label()).display());
      case GAP -> text.append(batch.gapCause()).append(" count=").append(batch.count());
    }
  }

  private static StringBuilder who(StringBuilder text, RecordBatch batch) {
    return text.append("process=")
        .append(batch.process())
        .append(" object=")
        .append(batch.object());
  }

  private static StringBuilder ends(StringBuilder text, String what, long effect, long cause) {
    return text.append(what).append('=').append(effect).append(" cause=").append(cause).append(' ');
  }

  private static void process(StringBuilder text, long id, ProcessDeclaration declaration) {
    text.append("process=").append(id).append(' ').append(declaration.executable().display());
  }

  private static void object(StringBuilder text, long id, ObjectDeclaration declaration) {
    text.append("object=").append(id).append(' ').append(declaration.kind());
  }

  private static void access(StringBuilder text, RecordBatch batch) {
    who(text, batch).append(' ').append(batch.operationKind()).append(" bytes=");
    text.append(batch.bytes()).append(batch.isOpen() ? " open" : "");
  }

  private static void interval(StringBuilder text, RecordBatch batch) {
    who(text, batch).append(' ').append(batch.accessMode()).append(" begin=");
    text.append(batch.beginLsn()).append(" end=").append(batch.endLsn());
    text.append(" count=").append(batch.count()).append(" bytes=").append(batch.bytes());
  }

  private static void move(StringBuilder text, RecordBatch batch) {
    text.append("process=").append(batch.process()).append(' ');
    text.append(batch.path().display()).append(" -> ").append(batch.toPath().display());
  }
}

package org.colophon.testing.contract;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordType;

/** A record of a hand-built history. {@link RecordBatchBuilder} fills it once. */
final class HistoryRecord {
  final RecordType type;
  final long lsn;
  final long timeNanos;
  long process;
  long object;
  long cause;
  OperationKind operationKind;
  AccessMode accessMode;
  LinkKind linkKind;
  GapCause gapCause;
  boolean open;
  long bytes;
  long count;
  long beginLsn;
  long endLsn;
  int status;
  Bytes path;
  Bytes toPath;
  String label;
  Bytes data;
  ProcessDeclaration processDeclaration;
  ObjectDeclaration objectDeclaration;

  HistoryRecord(RecordType type, long lsn, long timeNanos) {
    this.type = type;
    this.lsn = lsn;
    this.timeNanos = timeNanos;
  }

  /** Describes the record in reports of failed properties. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    parts.add(lsn + ":" + type);
    parts.add("p" + process + " o" + object + " c" + cause);
    for (Object part : new Object[] {operationKind, accessMode, linkKind, gapCause, path, toPath}) {
      if (part != null) {
        parts.add(part.toString());
      }
    }
    parts.add((open ? "open " : "") + "[" + beginLsn + "," + endLsn + "] n" + count + " b" + bytes);
    return String.join(" ", parts);
  }
}

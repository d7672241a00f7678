// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log.audit;

import java.util.Objects;
import org.colophon.reporters.mysql.log.RecordKind;
import org.colophon.reporters.mysql.log.TableEvent;
import org.jspecify.annotations.Nullable;

/** Operations of server_audit, with the most frequent operations first. */
enum AuditOperation {
  QUERY(RecordKind.QUERY, null),
  WRITE(RecordKind.TABLE, TableEvent.WRITE),
  READ(RecordKind.TABLE, TableEvent.READ),
  CONNECT(RecordKind.CONNECT, null),
  DISCONNECT(RecordKind.QUIT, null),
  FAILED_CONNECT(RecordKind.DENIED, null),
  CHANGEUSER(RecordKind.CHANGE_USER, null),
  CREATE(RecordKind.TABLE, TableEvent.CREATE),
  ALTER(RecordKind.TABLE, TableEvent.ALTER),
  RENAME(RecordKind.TABLE, TableEvent.RENAME),
  DROP(RecordKind.TABLE, TableEvent.DROP),
  QUERY_DDL(RecordKind.QUERY, null),
  QUERY_DML(RecordKind.QUERY, null),
  QUERY_DML_NO_SELECT(RecordKind.QUERY, null),
  QUERY_DCL(RecordKind.QUERY, null);

  private static final AuditOperation[] ALL = values();

  private final RecordKind kind;
  private final @Nullable TableEvent event;

  AuditOperation(RecordKind kind, @Nullable TableEvent event) {
    this.kind = kind;
    this.event = event;
  }

  RecordKind kind() {
    return kind;
  }

  /** Returns the kind of access of an operation on a table. */
  TableEvent event() {
    return Objects.requireNonNull(event, "the operation is not on a table");
  }

  /** Returns the operation with the name {@code b[from..to)}; null for other names. */
  static @Nullable AuditOperation of(byte[] b, int from, int to) {
    for (AuditOperation operation : ALL) {
      if (operation.is(b, from, to)) {
        return operation;
      }
    }
    return null;
  }

  private boolean is(byte[] b, int from, int to) {
    String name = name();
    if (to - from != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (b[from + i] != (byte) name.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}

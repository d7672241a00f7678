// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;

/**
 * Sequence of records in LSN order, read through a cursor: {@code while (batch.next()) switch
 * (batch.type()) ...}. A batch is atomic: an adapter that holds one record of it durably holds all.
 *
 * <p>The cursor and its values belong to the caller of {@link StorageAdapter#append} until that
 * call returns. {@link Bytes} and declarations are immutable and may be kept. {@link RecordType}
 * documents the fields of each record; the value of any other field is undefined. The numeric
 * accessors allocate nothing. One thread at a time.
 */
public interface RecordBatch {
  /** Returns the smallest LSN of the batch, larger than the last LSN of the previous batch. */
  long firstLsn();

  /**
   * Returns the largest LSN of the batch, at least its last record's. A store that holds the batch
   * lacks nothing up to this LSN.
   */
  long lastLsn();

  /** Returns the number of reported operations in the batch, including suppressed ones. */
  int operations();

  /** Moves to the next record; returns false after the last. */
  boolean next();

  RecordType type();

  /** Returns the record's LSN. Within a batch LSNs never decrease, but they may repeat. */
  long lsn();

  /** Returns wall-clock nanoseconds since 1970, in whole milliseconds, for users; 0 if unknown. */
  long timeNanos();

  long process();

  long object();

  /** Returns the cause of a link (a process) or of a derivation (an object). */
  long cause();

  OperationKind operationKind();

  AccessMode accessMode();

  LinkKind linkKind();

  GapCause gapCause();

  boolean isOpen();

  long bytes();

  long count();

  long beginLsn();

  long endLsn();

  int status();

  Bytes path();

  Bytes toPath();

  /** Returns the type tag of an extended record, or the name of a snapshot. */
  String label();

  Bytes data();

  ProcessDeclaration processDeclaration();

  ObjectDeclaration objectDeclaration();
}

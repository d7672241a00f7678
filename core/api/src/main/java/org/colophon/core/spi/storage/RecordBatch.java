package org.colophon.core.spi.storage;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;

/**
 * A run of records in LSN order, read through a cursor: {@code while (batch.next()) switch
 * (batch.type()) ...}. A batch is atomic: an adapter that holds one record of it durably holds all.
 *
 * <p>The cursor and everything it answers belong to the caller of {@link StorageAdapter#append}
 * until that call returns; {@link Bytes} and declarations are immutable and may be kept. Which
 * fields a record has is said at {@link RecordType}; asking for another is undefined. The numeric
 * accessors allocate nothing. One thread at a time.
 */
public interface RecordBatch {
  /** The smallest LSN that the batch accounts for; larger than the last of the batch before. */
  long firstLsn();

  /**
   * The largest LSN that the batch accounts for, at least its last record's: once the batch is
   * held, nothing up to here is missing.
   */
  long lastLsn();

  /** How many reported operations the batch stands for, for the accounts of DESIGN promise 2. */
  int operations();

  /** Moves to the next record; false after the last. */
  boolean next();

  RecordType type();

  /** The record's LSN; never falls within a batch, and may stay the same. */
  long lsn();

  /** Wall-clock nanoseconds since 1970, in whole milliseconds, for people; 0 if unknown. */
  long timeNanos();

  long process();

  long object();

  /** The other end of a link (a process) or derivation (an object): what the effect came from. */
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

  /** The type tag of an extended record, or the name of a snapshot. */
  String label();

  Bytes data();

  ProcessDeclaration processDeclaration();

  ObjectDeclaration objectDeclaration();
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import org.colophon.core.error.ErrorCode;

/**
 * Kinds of record that survive suppression and reach the journal and the adapters. Each constant
 * lists the fields of {@link RecordBatch} that it uses in addition to {@code lsn} and {@code
 * timeNanos}. Codes are durable: never renumber.
 */
public enum RecordType {
  /** A process is first seen. Uses process, processDeclaration. */
  PROCESS(1),
  /** An object is first seen, or its identity becomes known. Uses object, objectDeclaration. */
  OBJECT(2),
  /**
   * An operation, which begins an access interval at {@code lsn}. If {@code isOpen}, the interval
   * lasts until an {@link #INTERVAL} record with the same process, object, mode and begin.
   * Otherwise the interval is this one operation until such a record extends it. Uses process,
   * object, operationKind, bytes, isOpen.
   */
  ACCESS(3),
  /**
   * Later form of an interval: its end, or its extent so far. Replaces the {@link #ACCESS} and
   * earlier INTERVAL records with the same process, object, mode and begin, including count and
   * bytes. Uses process, object, accessMode, beginLsn, endLsn, count, bytes; timeNanos is the time
   * of the interval's last operation.
   */
  INTERVAL(4),
  /** One process was informed by another. Uses process (the effect), cause, linkKind. */
  LINK(5),
  /**
   * An object was derived from another. Uses object (the effect), cause, process (0 if unknown).
   */
  DERIVATION(6),
  /**
   * The object's content was cut off and a version begins. The cut took effect at some instant from
   * beginLsn to lsn. Uses process, object, beginLsn.
   */
  CUT(7),
  /** The process ended. Uses process, status. */
  EXIT(8),
  /** A path was bound to an object; its previous binding ended. Uses process, object, path. */
  BIND(9),
  /** A path and all paths below it were unbound. Uses process, object (0 if unknown), path. */
  UNBIND(10),
  /**
   * A path and all paths below it moved to another path; the previous binding there ended. Uses
   * process, object (0 if unknown), path, toPath.
   */
  RENAME(11),
  /** Two paths, and all paths below them, were exchanged. Uses process, path, toPath. */
  EXCHANGE(12),
  /** An extended record. Uses process, object, label (the type tag), data. */
  EXTENDED(13),
  /** A snapshot was taken of everything before this record. Uses label (see Snapshot). */
  SNAPSHOT(14),
  /** A known loss of capture. Uses process (0 if it may concern any), gapCause, count. */
  GAP(15);

  private static final RecordType[] BY_CODE = new RecordType[16];

  static {
    for (RecordType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;

  RecordType(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** Returns the type for a durable code. */
  public static RecordType of(int code) {
    RecordType type = code < 0 || code >= BY_CODE.length ? null : BY_CODE[code];
    if (type == null) {
      throw ErrorCode.STORE_CORRUPT.exception("unknown record type code " + code);
    }
    return type;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import org.colophon.core.error.ErrorCode;

/**
 * Operations of a process on an object. Each kind has one access mode, which alone matters for
 * lineage. Codes are durable: never renumber.
 */
public enum OperationKind {
  READ(0, AccessMode.READ),
  WRITE(1, AccessMode.WRITE),
  /** The object was loaded as code: execve, a library mapped executable. */
  LOAD(2, AccessMode.CODE),
  OPEN(3, AccessMode.TOUCH),
  CREATE(4, AccessMode.TOUCH),
  /**
   * The process closed its last reference to the object. Its access intervals end here. An object
   * that was accessed counts as in use until its close or the end of the process.
   */
  CLOSE(5, AccessMode.TOUCH),
  /** Mode, owner, times or extended attributes were changed. */
  METADATA(6, AccessMode.TOUCH),
  /** A name was bound, moved or removed. */
  RENAME(7, AccessMode.NAME),
  /** The process acts for the agent. */
  ASSOCIATE(8, AccessMode.AGENT);

  private static final OperationKind[] BY_CODE = values();

  private final int code;
  private final AccessMode mode;

  OperationKind(int code, AccessMode mode) {
    this.code = code;
    this.mode = mode;
  }

  public int code() {
    return code;
  }

  public AccessMode mode() {
    return mode;
  }

  /** Returns the kind for a durable code. */
  public static OperationKind of(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw ErrorCode.STORE_CORRUPT.exception("unknown operation kind code " + code);
    }
    return BY_CODE[code];
  }
}

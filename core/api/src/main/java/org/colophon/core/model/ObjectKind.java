// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import org.colophon.core.error.ErrorCode;

/** Kinds of objects. Codes are durable: never renumber. */
public enum ObjectKind {
  FILE(0),
  DIRECTORY(1),
  SYMLINK(2),
  PIPE(3),
  FIFO(4),
  /** One direction of a socket: the data that one end sends and the other receives. */
  SOCKET(5),
  /** A terminal's input or its output, which are two objects. */
  TERMINAL(6),
  DEVICE(7),
  MEMORY(8),
  TABLE(9),
  ROWS(10),
  DOCUMENT(11),
  /** A user or service for whom a process acts (PROV agent). */
  AGENT(12),
  OTHER(13),
  /** A path at which a process looked for a file and found none. */
  ABSENT(14);

  private static final ObjectKind[] BY_CODE = values();

  private final int code;

  ObjectKind(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** Returns the kind for a durable code. */
  public static ObjectKind of(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw ErrorCode.STORE_CORRUPT.exception("unknown object kind code " + code);
    }
    return BY_CODE[code];
  }
}

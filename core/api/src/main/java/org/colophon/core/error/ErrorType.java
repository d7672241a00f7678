// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.error;

/** Party that has to act on an error. The type decides the action and the exit status. */
public enum ErrorType {
  /** The caller can correct the error: a wrong option, an unknown name, bad input. */
  USER,
  /** A defect of Colophon or a damaged store. */
  INTERNAL,
  /** Something outside Colophon refused: the file system, a tracer, a database. */
  EXTERNAL,
  /** A limit was reached: disk, memory, a configured budget. */
  EXHAUSTED
}

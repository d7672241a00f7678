package org.colophon.core.error;

/** Whose move it is when an error happens. The type decides the action and the exit status. */
public enum ErrorType {
  /** The person or program that asked can mend it: a wrong option, an unknown name, bad input. */
  USER,
  /** A defect of Colophon or a damaged store. */
  INTERNAL,
  /** Something outside refused: the file system, a tracer, a database. */
  EXTERNAL,
  /** A limit was reached: disk, memory, a configured budget. */
  EXHAUSTED
}

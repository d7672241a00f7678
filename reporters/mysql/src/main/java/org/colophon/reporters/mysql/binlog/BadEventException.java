package org.colophon.reporters.mysql.binlog;

/** An event that is not as its type wants it. The message says what is wrong. */
final class BadEventException extends Exception {
  private static final long serialVersionUID = 1L;

  BadEventException(String problem) {
    super(problem);
  }
}

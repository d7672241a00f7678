package org.colophon.reporters.mysql.binlog.event;

/** An event that is not as its type wants it. The message says what is wrong. */
public final class MalformedEventException extends Exception {
  private static final long serialVersionUID = 1L;

  public MalformedEventException(String problem) {
    super(problem);
  }
}

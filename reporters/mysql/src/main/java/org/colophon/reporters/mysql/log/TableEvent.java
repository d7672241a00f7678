package org.colophon.reporters.mysql.log;

/** What server_audit says of a table. */
public enum TableEvent {
  READ,
  WRITE,
  CREATE,
  ALTER,
  /** The record's object is {@code table|database.table}: from and to. */
  RENAME,
  DROP
}

package org.colophon.reporters.mysql.log;

/** Table access in a record of server_audit. */
public enum TableEvent {
  READ,
  WRITE,
  CREATE,
  ALTER,
  /** The record's object is {@code table|database.table}: from and to. */
  RENAME,
  DROP
}

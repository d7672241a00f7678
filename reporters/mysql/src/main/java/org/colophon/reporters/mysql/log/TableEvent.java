// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

/** Table access in a record of server_audit. */
public enum TableEvent {
  READ,
  WRITE,
  CREATE,
  ALTER,
  /** The record's object is {@code table|database.table}: the old and the new name. */
  RENAME,
  DROP
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

/** Kind of a log record. */
public enum RecordKind {
  /** A client connected. User, host and maybe a database are known. */
  CONNECT,
  /** The client of a connection became another user. */
  CHANGE_USER,
  /**
   * The session was reset. It has no transaction, temporary tables or prepared statements any more.
   */
  RESET,
  /** A client was rejected. */
  DENIED,
  /** The connection ended. */
  QUIT,
  /** The database of a connection changed. */
  INIT_DB,
  /** A statement from the client, a routine or a trigger. */
  QUERY,
  /** A statement was prepared and did not run yet. */
  PREPARE,
  /** A prepared statement ran. The text contains its values. */
  EXECUTE,
  /** The server is about to read, write or change the definition of a table. */
  TABLE,
  /** The log begins or was flushed. The server may have been restarted. */
  HEADER,
  /** A record that does not affect tables. */
  OTHER
}

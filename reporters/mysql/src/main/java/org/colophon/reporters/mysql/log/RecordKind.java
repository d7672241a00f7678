package org.colophon.reporters.mysql.log;

/** What a record of a log says. */
public enum RecordKind {
  /** A client came; user, host and perhaps a database are known. */
  CONNECT,
  /** The client of a connection goes on as another user. */
  CHANGE_USER,
  /** The session starts anew: no transaction, no temporary tables, no prepared statements. */
  RESET,
  /** A client came and was sent away. */
  DENIED,
  /** The connection has ended. */
  QUIT,
  /** The database of a connection changed. */
  INIT_DB,
  /** A statement as the client sent it, or as a routine or trigger ran it. */
  QUERY,
  /** A statement was prepared; nothing happened yet. */
  PREPARE,
  /** A prepared statement ran; the text has its values in it. */
  EXECUTE,
  /** The server is about to read, write or change the definition of a table. */
  TABLE,
  /** The log begins, or goes on after it was flushed; the server may have been started anew. */
  HEADER,
  /** Of no concern to tables. */
  OTHER
}

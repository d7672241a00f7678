package org.colophon.reporters.mysql;

/** What kind of log it is. */
enum LogFormat {
  /** Whatever its beginning looks like. */
  AUTO,
  /** The general query log of MariaDB. */
  MARIADB,
  /** The general query log of MySQL 5.7 and later. */
  MYSQL,
  /** What MariaDB's plug-in server_audit writes. */
  SERVER_AUDIT
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

enum LogFormat {
  /** Detected from the beginning of the log. */
  AUTO,
  /** The general query log of MariaDB. */
  MARIADB,
  /** The general query log of MySQL 5.7 and later. */
  MYSQL,
  /** Log of the MariaDB plug-in server_audit. */
  SERVER_AUDIT
}

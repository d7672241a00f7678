/**
 * Takes servers' logs apart into records: the general query log of MySQL and MariaDB, and what
 * MariaDB's plug-in server_audit writes. A parser is fed bytes and hands on {@link
 * org.colophon.reporters.mysql.log.LogRecord}s; it reads no files itself.
 */
package org.colophon.reporters.mysql.log;
